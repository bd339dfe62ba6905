package vitaran;

import com.google.gson.JsonObject;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/**
 * What the server answered.
 *
 * @param envelope null where the answer is no JSON object
 * @param retryAfterSeconds null where the server did not ask for it
 * @param serverTime by the server's clock
 */
record Answer(
    int httpStatus,
    String requestId,
    String contentType,
    byte[] content,
    JsonObject envelope,
    Long retryAfterSeconds,
    Instant serverTime) {

  static Answer read(HttpResponse<byte[]> response, String requestId) {
    HttpHeaders headers = response.headers();
    String contentType = headers.firstValue("Content-Type").orElse("");
    Instant date = readDate(headers.firstValue("Date").orElse(""));
    return new Answer(
        response.statusCode(),
        headers.firstValue("X-Request-Id").orElse(requestId),
        contentType,
        response.body(),
        contentType.contains("json") ? Json.readObject(new String(response.body(), StandardCharsets.UTF_8)) : null,
        readRetryAfter(headers.firstValue("Retry-After").orElse("")),
        date == null ? Instant.now() : date);
  }

  String subCode() {
    return Json.textOf(envelope, "subCode");
  }

  String message() {
    return Json.textOf(envelope, "message");
  }

  /** Seconds, given as such or as a date (RFC 9110). */
  private static Long readRetryAfter(String text) {
    if (text.matches("[0-9]{1,9}")) return Long.valueOf(text);
    Instant at = readDate(text);
    return at == null ? null : Math.max(0, at.getEpochSecond() - Instant.now().getEpochSecond());
  }

  private static Instant readDate(String text) {
    try {
      return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeParseException unreadable) {
      return null;
    }
  }
}
