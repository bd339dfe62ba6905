package vitaran;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** The running sandbox that all client libraries share, and the road to it, which loses what it is told to. */
final class Stage {
  /** Unlike that of any other run. */
  static final String RUN = Long.toString(ThreadLocalRandom.current().nextLong(1L << 36, 1L << 41), 36);

  private static final JsonObject STAGE = readStage();
  private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Stage() {}

  private static JsonObject readStage() {
    String value = System.getenv("VITARAN_STAGE");
    if (value == null) throw new IllegalStateException("Run it by: node ../stage/main.ts mvn -B -q verify");
    return Json.readObject(value);
  }

  static String text(String property) {
    return STAGE.get(property).getAsString();
  }

  /** A client of the server itself. */
  static Vitaran.Builder client() {
    return Vitaran.builder()
        .baseUrl(text("baseUrl"))
        .clientId(text("clientId"))
        .clientSecret(text("clientSecret"));
  }

  /** A client of the key pair whose answers are all HTTP 200. */
  static Vitaran.Builder always200() {
    JsonObject pair = STAGE.getAsJsonObject("always200");
    return client().clientId(pair.get("clientId").getAsString()).clientSecret(pair.get("clientSecret").getAsString());
  }

  /** A client whose calls go by the road. */
  static Vitaran.Builder byRoad() {
    return client().baseUrl(text("roadUrl"));
  }

  /** Forgets all rules and counts. */
  static void forget() {
    road("DELETE", "", null);
  }

  static void rule(Map<String, Object> rule) {
    road("POST", "", Json.GSON.toJson(rule));
  }

  /** How many calls came to a path. */
  static int calls(String path) {
    JsonObject calls = road("GET", "", null).getAsJsonObject("calls");
    return calls.has(path) ? calls.get(path).getAsInt() : 0;
  }

  /** How many answers of a path had each subCode. */
  static JsonObject subCodes(String path) {
    return road("GET", "", null).getAsJsonObject("subCodes").getAsJsonObject(path);
  }

  /** Of each transfer whose id begins so, how many payments the bank made. */
  static JsonObject paid(String prefix) {
    return road("GET", "/paid?prefix=" + prefix, null);
  }

  private static JsonObject road(String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(text("roadUrl") + "/_road" + path))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    try {
      var answer = HTTP.send(request, BodyHandlers.ofString());
      if (answer.statusCode() >= 300) throw new IllegalStateException("The road answered " + answer.body());
      return Json.readObject(answer.body());
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException("The road does not answer", failed);
    }
  }

  /** A JSON file that all client libraries share. */
  static JsonObject shared(String path) {
    try {
      return Json.readObject(Files.readString(Path.of("..", path)));
    } catch (IOException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
