package vitaran;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

/** A value of a shared case as the type that a setter takes. */
final class InputValue {
  /** Makes an input of a class. */
  interface Maker {
    Object make(Class<?> type, JsonObject fields) throws ReflectiveOperationException;
  }

  private InputValue() {}

  /** Null where the setter takes no such value. */
  static Object convert(JsonElement value, Type type, Maker maker) throws ReflectiveOperationException {
    if (value instanceof JsonArray array) return convertList(array, type, maker);
    if (value instanceof JsonObject object) {
      if (object.has("$paise")) return type == Money.class ? Money.paise(object.get("$paise").getAsLong()) : null;
      return type instanceof Class<?> one && Input.class.isAssignableFrom(one) ? maker.make(one, object) : null;
    }
    JsonPrimitive one = value.getAsJsonPrimitive();
    if (type == String.class && one.isString()) return one.getAsString();
    if (type == boolean.class && one.isBoolean()) return one.getAsBoolean();
    if (type == long.class && one.isNumber()) return one.getAsLong();
    return type == int.class && one.isNumber() ? one.getAsInt() : null;
  }

  private static List<Object> convertList(JsonArray array, Type type, Maker maker)
      throws ReflectiveOperationException {
    if (!(type instanceof ParameterizedType list) || list.getRawType() != List.class) return null;
    List<Object> items = new ArrayList<>();
    for (JsonElement item : array) items.add(convert(item, list.getActualTypeArguments()[0], maker));
    return items;
  }
}
