package vitaran;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A verb's input as the request of its operation: path, query, JSON or file, amounts as exact text. An order carries
 * its own id as Idempotency-Key, with the name of the field, so that a repeat gets the first answer again.
 */
final class RequestWriter {
  private static final String FILE = "file";

  private final Operation operation;

  private RequestWriter(Operation operation) {
    this.operation = operation;
  }

  /** @throws InvalidInputException naming the field */
  static Request write(Operation operation, Input input) {
    return new RequestWriter(operation).write(input);
  }

  private Request write(Input input) {
    Map<String, Object> given = new LinkedHashMap<>(input.fields());
    Object file = given.remove(FILE);
    if (!operation.sendsFile() && file != null) given.put(FILE, file);
    JsonObject fields = writeFields(given, "", "");
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("User-Agent", Version.USER_AGENT);
    if (operation.kind() == Operation.Kind.ORDER) {
      headers.put("Idempotency-Key", operation.id() + ":" + needText(fields, operation.id()));
    }
    String path = writePath(fields);
    if (operation.method().equals("GET")) return request(path, headers, null);
    if (operation.sendsFile()) {
      headers.put("Content-Type", needText(fields, "contentType"));
      return request(path, headers, readFile(file));
    }
    headers.put("Content-Type", "application/json");
    operation.inPath().forEach(fields::remove);
    operation.inQuery().forEach(fields::remove);
    return request(path, headers, Request.bytesOf(Json.GSON.toJson(fields)));
  }

  private Request request(String path, Map<String, String> headers, byte[] body) {
    return new Request(operation.verb(), operation.method(), path, headers, body);
  }

  private String writePath(JsonObject fields) {
    String path = operation.path();
    for (String name : operation.inPath()) {
      path = path.replace("{" + name + "}", encode(needText(fields, name)).replace("+", "%20"));
    }
    String query =
        operation.inQuery().stream()
            .filter(fields::has)
            .map(name -> encode(name) + "=" + encode(needSimple(fields.get(name), name)))
            .collect(Collectors.joining("&"));
    return query.isEmpty() ? path : path + "?" + query;
  }

  /** @param pattern where this stands in the paths of amounts, with {@code *} for any item; empty, or ends in a dot */
  private JsonObject writeFields(Map<?, ?> fields, String at, String pattern) {
    JsonObject object = new JsonObject();
    fields.forEach((name, value) -> {
      if (value != null) object.add(String.valueOf(name), writeValue(value, at + name, pattern + name));
    });
    return object;
  }

  private JsonElement writeValue(Object value, String at, String pattern) {
    if (operation.amounts().contains(pattern)) return new JsonPrimitive(Money.read(value, at).toString());
    if (value instanceof String text) return new JsonPrimitive(text);
    if (value instanceof Boolean flag) return new JsonPrimitive(flag);
    if (value instanceof Integer || value instanceof Long) return new JsonPrimitive((Number) value);
    if (value instanceof Input input) return writeFields(input.fields(), at + ".", pattern + ".");
    if (value instanceof Map<?, ?> map) return writeFields(map, at + ".", pattern + ".");
    if (value instanceof List<?> list) return writeList(list, at, pattern);
    String taken = "take text, whole numbers, true and false, lists and inputs; Money is taken for amounts only";
    throw new InvalidInputException(at + ": " + value.getClass().getSimpleName() + " is refused; fields " + taken, at);
  }

  private JsonArray writeList(List<?> list, String at, String pattern) {
    JsonArray array = new JsonArray();
    for (Object item : list) array.add(writeValue(item, at + "[" + array.size() + "]", pattern + ".*"));
    return array;
  }

  private static String needText(JsonObject fields, String field) {
    String text = Json.textOf(fields, field);
    if (text != null && !text.isEmpty()) return text;
    throw new InvalidInputException(field + " is missing, or is no text", field);
  }

  private static String needSimple(JsonElement value, String field) {
    if (value.isJsonPrimitive()) return value.getAsString();
    throw new InvalidInputException(field + ": must be text or a whole number", field);
  }

  private static byte[] readFile(Object file) {
    if (file instanceof byte[] bytes) return bytes;
    if (file instanceof String text) return Request.bytesOf(text);
    throw new InvalidInputException("file: must be the file's bytes or its text", FILE);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
