package vitaran;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields of a webhook's body. */
final class WebhookFields {
  private WebhookFields() {}

  /** JSON or a form; numbers of JSON are their exact text. */
  static Map<String, Object> read(String text, String contentType) {
    boolean isJson = contentType == null ? text.startsWith("{") : contentType.contains("json");
    if (!isJson) return readForm(text);
    JsonObject object = Json.readObject(text);
    if (object == null) throw new SignatureException("The webhook's body is no JSON object");
    return toMap(object);
  }

  static WebhookEvent toEvent(Map<String, Object> fields, String id) {
    Map<String, Object> rest = new LinkedHashMap<>(fields);
    Object event = rest.remove("event");
    Object type = rest.remove("type");
    Object data = rest.remove("data");
    rest.remove("signature");
    if (!((event == null ? type : event) instanceof String name)) {
      throw new SignatureException("The webhook names no event");
    }
    if (!(data instanceof Map<?, ?> inside)) return new WebhookEvent(name, id, rest);
    Map<String, Object> content = new LinkedHashMap<>();
    inside.forEach((key, value) -> content.put(String.valueOf(key), value));
    return new WebhookEvent(name, id, content);
  }

  private static Map<String, Object> readForm(String text) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (String pair : text.split("&")) {
      if (pair.isEmpty()) continue;
      String[] parts = pair.split("=", 2);
      if (fields.put(decode(parts[0]), parts.length == 1 ? "" : decode(parts[1])) != null) {
        throw new SignatureException("The webhook has a field twice");
      }
    }
    return fields;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException broken) {
      throw new SignatureException("The webhook's body is no form");
    }
  }

  private static Map<String, Object> toMap(JsonObject object) {
    Map<String, Object> map = new LinkedHashMap<>();
    object.entrySet().forEach(field -> map.put(field.getKey(), toValue(field.getValue())));
    return map;
  }

  private static Object toValue(JsonElement element) {
    if (element instanceof JsonObject object) return toMap(object);
    if (element instanceof JsonPrimitive one) return one.isBoolean() ? (Object) one.getAsBoolean() : one.getAsString();
    if (!(element instanceof JsonArray array)) return null;
    List<Object> list = new ArrayList<>();
    array.forEach(item -> list.add(toValue(item)));
    return list;
  }
}
