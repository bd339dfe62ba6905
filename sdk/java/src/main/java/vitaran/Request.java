package vitaran;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One call as HTTP has it.
 *
 * @param path with its query
 * @param body null for none
 */
record Request(String verb, String method, String path, Map<String, String> headers, byte[] body) {

  Request with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Request(verb, method, path, more, body);
  }

  static byte[] bytesOf(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
