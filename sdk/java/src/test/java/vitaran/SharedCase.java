package vitaran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs a case of sdk/cases through the client, and compares what came with what is expected. */
final class SharedCase {
  private static final Pattern NAME = Pattern.compile("\\{(\\w+)\\}");

  private final Vitaran vitaran;
  private final Map<String, String> memory;

  SharedCase(Vitaran vitaran, Map<String, String> memory) {
    this.vitaran = vitaran;
    this.memory = memory;
  }

  /** Runs one; what it saves goes into the memory, by which {@code {name}} in texts is filled in. */
  void run(JsonObject given) throws ReflectiveOperationException {
    JsonObject one = fill(given).getAsJsonObject();
    JsonObject expected = one.getAsJsonObject("expect");
    JsonElement result;
    try {
      result = call(one);
    } catch (VitaranException error) {
      if (!expected.has("error")) throw error;
      compare(describe(error), expected.get("error"), "error");
      return;
    }
    if (expected.has("error")) fail("an error was expected, but it answered " + result);
    compare(result, expected.has("items") ? expected.get("items") : expected.get("result"), "result");
    if (!one.has("save")) return;
    one.getAsJsonObject("save").entrySet().forEach(save -> {
      memory.put(save.getKey(), result.getAsJsonObject().get(save.getValue().getAsString()).getAsString());
    });
  }

  private static JsonObject describe(VitaranException error) {
    JsonObject said = new JsonObject();
    said.addProperty("kind", error.kind().toString());
    said.addProperty("subCode", error.subCode());
    said.addProperty("httpStatus", error.httpStatus());
    said.addProperty("message", error.getMessage());
    said.addProperty("requestId", error.requestId());
    said.addProperty("outcomeUnknown", error.outcomeUnknown());
    return said;
  }

  private JsonElement call(JsonObject one) throws ReflectiveOperationException {
    String[] name = one.get("call").getAsString().split("\\.");
    Object noun = Vitaran.class.getMethod(name[0]).invoke(vitaran);
    JsonObject input = one.has("input") ? one.getAsJsonObject("input") : null;
    Method verb =
        Arrays.stream(noun.getClass().getMethods())
            .filter(method -> method.getName().equals(name[1]))
            .filter(method -> method.getParameterCount() == (input == null || !takesInput(noun, name[1]) ? 0 : 1))
            .findFirst()
            .orElseThrow();
    try {
      Object answer =
          verb.getParameterCount() == 0
              ? verb.invoke(noun)
              : verb.invoke(noun, makeInput(verb.getParameterTypes()[0], input));
      return answer instanceof Listing<?> list ? readItems(list, one.get("take")) : Json.GSON.toJsonTree(answer);
    } catch (InvocationTargetException failed) {
      if (failed.getCause() instanceof VitaranException error) throw error;
      throw failed;
    }
  }

  private static boolean takesInput(Object noun, String verb) {
    return Arrays.stream(noun.getClass().getMethods())
        .anyMatch(method -> method.getName().equals(verb) && method.getParameterCount() == 1);
  }

  private static JsonArray readItems(Listing<?> list, JsonElement take) {
    JsonArray items = new JsonArray();
    Iterator<?> coming = list.iterator();
    int most = take == null ? Integer.MAX_VALUE : take.getAsInt();
    while (items.size() < most && coming.hasNext()) items.add(Json.GSON.toJsonTree(coming.next()));
    return items;
  }

  /** By the builder that callers use; only what its types refuse goes by {@code with}. */
  private static Object makeInput(Class<?> type, JsonObject fields) throws ReflectiveOperationException {
    Input.Builder<?, ?> builder = (Input.Builder<?, ?>) type.getMethod("builder").invoke(null);
    for (Map.Entry<String, JsonElement> field : fields.entrySet()) {
      Object number = numberOf(field.getValue());
      if (number == null) set(builder, field.getKey(), field.getValue());
      else builder.with(field.getKey(), number);
    }
    return builder.build();
  }

  private static void set(Input.Builder<?, ?> builder, String name, JsonElement value)
      throws ReflectiveOperationException {
    for (Method setter : builder.getClass().getMethods()) {
      if (!setter.getName().equals(name) || setter.getParameterCount() != 1) continue;
      Object fitting = InputValue.convert(value, setter.getGenericParameterTypes()[0], SharedCase::makeInput);
      if (fitting == null) continue;
      setter.invoke(builder, fitting);
      return;
    }
    fail("no setter takes " + name + ": " + value);
  }

  /** {@code {"$number": 1.5}} as the language's number; null for anything else. */
  private static Object numberOf(JsonElement value) {
    if (!(value instanceof JsonObject object) || !object.has("$number")) return null;
    return object.get("$number").getAsDouble();
  }

  private JsonElement fill(JsonElement value) {
    if (value instanceof JsonObject object) {
      JsonObject filled = new JsonObject();
      object.entrySet().forEach(field -> filled.add(field.getKey(), fill(field.getValue())));
      return filled;
    }
    if (value instanceof JsonArray array) {
      JsonArray filled = new JsonArray();
      array.forEach(item -> filled.add(fill(item)));
      return filled;
    }
    if (!(value instanceof JsonPrimitive one) || !one.isString()) return value;
    return new JsonPrimitive(
        NAME.matcher(one.getAsString())
            .replaceAll(found -> Matcher.quoteReplacement(memory.getOrDefault(found.group(1), found.group()))));
  }

  /** {@code $match}: text by a pattern; {@code $absent}: not there; {@code $length}: so many items. */
  private static void compare(JsonElement actual, JsonElement expected, String at) {
    String said = at + " is " + actual;
    if (expected instanceof JsonArray array) {
      for (int index = 0; index < array.size(); index += 1) {
        assertTrue(actual.getAsJsonArray().size() > index, said);
        compare(actual.getAsJsonArray().get(index), array.get(index), at + "[" + index + "]");
      }
    } else if (!(expected instanceof JsonObject rules)) {
      assertEquals(expected, actual, said);
    } else if (rules.has("$match")) {
      assertNotNull(actual, said);
      assertTrue(Pattern.compile(rules.get("$match").getAsString()).matcher(actual.getAsString()).find(), said);
    } else if (rules.has("$absent")) {
      assertTrue(actual == null || actual instanceof JsonNull, said);
    } else if (rules.has("$length")) {
      assertEquals(rules.get("$length").getAsInt(), actual.getAsJsonArray().size(), said);
    } else {
      assertNotNull(actual, said);
      rules.entrySet().forEach(field -> {
        compare(part(actual, field.getKey()), field.getValue(), at + "." + field.getKey());
      });
    }
  }

  private static JsonElement part(JsonElement whole, String name) {
    return whole instanceof JsonArray array
        ? array.get(Integer.parseInt(name))
        : whole.getAsJsonObject().get(name);
  }
}
