package vitaran;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;

/** JSON as the contract has it. Numbers keep their exact text until a record says what they are. */
final class Json {
  static final Gson GSON = new GsonBuilder().setStrictness(Strictness.STRICT).disableHtmlEscaping().create();

  private Json() {}

  /** Null where the text is no JSON object. */
  static JsonObject readObject(String text) {
    try {
      return GSON.fromJson(text, JsonElement.class) instanceof JsonObject object ? object : null;
    } catch (JsonParseException broken) {
      // Cut, or not what its type says: the caller judges by what else there is.
      return null;
    }
  }

  /** Null where the property is absent, or no text. */
  static String textOf(JsonObject object, String property) {
    return object != null && object.get(property) instanceof JsonPrimitive value && value.isString()
        ? value.getAsString()
        : null;
  }
}
