package vitaran;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import vitaran.VitaranException.Stage;

/** Calls with all that belongs to them: token, repeats where they are safe, exceptions that say what is known. */
final class Caller implements Calls {
  private static final Operation AUTHORIZE = Operation.of("authorize", "POST", "/payout/v1/authorize").build();

  private final Settings settings;
  private final Exchange exchange;
  private final Repeats repeats;
  private final Tokens tokens = new Tokens(this::askForToken);

  Caller(Settings settings) {
    this.settings = settings;
    exchange = new Exchange(settings);
    repeats = new Repeats(settings.retries());
  }

  @Override
  public <R> R call(Operation operation, Input input, Class<R> result) {
    Answer answer = run(operation, input);
    return reading(operation, input, answer, () -> Json.GSON.fromJson(contentOf(operation, answer), result));
  }

  @Override
  public <T> Listing<T> list(Operation operation, Input input, Class<T> item) {
    Input first = operation.turn() == Operation.Turn.PAGE ? with(input, "page", 1L) : input;
    return new Listing<>(() -> readPage(operation, first, item));
  }

  @Override
  public AnsweredFile file(Operation operation, Input input) {
    Answer answer = run(operation, input);
    return new AnsweredFile(answer.content(), answer.contentType(), answer.requestId());
  }

  private Answer run(Operation operation, Input input) {
    Request request = RequestWriter.write(operation, input);
    return repeats.run(operation, input, attempt -> sendWithToken(request, attempt));
  }

  /** Sends with a token; one that the server does not take is replaced once. */
  private Answer sendWithToken(Request request, int attempt) {
    String token = withoutSending(tokens::take);
    Answer answer = exchange.send(request.with("Authorization", "Bearer " + token), attempt);
    if (!isTokenRefused(answer)) return answer;
    String other = withoutSending(() -> tokens.replace(token));
    return exchange.send(request.with("Authorization", "Bearer " + other), attempt);
  }

  private static String withoutSending(Supplier<String> token) {
    try {
      return token.get();
    } catch (VitaranException error) {
      throw error.at(Stage.TOKEN);
    }
  }

  private static boolean isTokenRefused(Answer answer) {
    return "403".equals(answer.subCode()) && "Token is not valid".equals(answer.message());
  }

  /** A new token, by the key pair and the IP address, or by its RSA signature where there is a public key. */
  private Tokens.Token askForToken() {
    Answer answer = repeats.run(AUTHORIZE, Input.EMPTY, attempt -> exchange.send(writeAuthorize(), attempt));
    return reading(AUTHORIZE, Input.EMPTY, answer, () -> {
      JsonObject data = answer.envelope().getAsJsonObject("data");
      // How long it lasts is counted by the server's clock: this machine's may be wrong.
      Instant end = Instant.ofEpochSecond(data.get("expiry").getAsLong());
      Duration lasts = Duration.between(answer.serverTime(), end);
      return new Tokens.Token(data.get("token").getAsString(), Instant.now().plus(lasts));
    });
  }

  private Request writeAuthorize() {
    Map<String, String> headers =
        Map.of(
            "X-Client-Id", settings.clientId(),
            "X-Client-Secret", settings.clientSecret(),
            "User-Agent", Version.USER_AGENT);
    Request request = new Request(AUTHORIZE.verb(), AUTHORIZE.method(), AUTHORIZE.path(), headers, null);
    if (settings.publicKey() == null) return request;
    String signature = IdentitySignature.sign(settings.clientId(), settings.publicKey(), Instant.now());
    return request.with("X-Cf-Signature", signature);
  }

  /** An answer that went well and cannot be read says nothing of what became of an order. */
  private static <R> R reading(Operation operation, Input input, Answer answer, Supplier<R> read) {
    try {
      return read.get();
    } catch (JsonParseException | ClassCastException | IllegalStateException | NullPointerException unreadable) {
      VitaranException error =
          new ServerException(
              operation.verb() + ": the answer is not that of the contract (" + unreadable.getMessage() + ")",
              new ErrorFacts(
                  operation.verb(), answer.subCode(), answer.httpStatus(), answer.requestId(), null, unreadable));
      boolean changes = operation.kind() != Operation.Kind.READ;
      throw changes ? Repeats.outcomeUnknown(error, operation, input) : error;
    }
  }

  /** The data with the rest of the envelope beside it, or the one property of the data that is picked. */
  private static JsonObject contentOf(Operation operation, Answer answer) {
    JsonObject envelope = answer.envelope();
    JsonObject data = envelope.has("data") ? envelope.getAsJsonObject("data") : new JsonObject();
    if (operation.pick() != null) return data.getAsJsonObject(operation.pick());
    JsonObject content = new JsonObject();
    envelope.entrySet().stream()
        .filter(field -> !field.getKey().equals("data"))
        .forEach(field -> content.add(field.getKey(), field.getValue()));
    data.entrySet().forEach(field -> content.add(field.getKey(), field.getValue()));
    content.addProperty("requestId", answer.requestId());
    return content;
  }

  private <T> Listing.Page<T> readPage(Operation operation, Input input, Class<T> item) {
    Answer answer = run(operation, input);
    return reading(operation, input, answer, () -> {
      JsonObject page = contentOf(operation, answer);
      JsonArray found = page.getAsJsonArray(operation.items());
      List<T> items =
          StreamSupport.stream(found.spliterator(), false).map(one -> Json.GSON.fromJson(one, item)).toList();
      Input next = nextTurn(operation, input, page);
      return new Listing.Page<>(items, next == null ? null : () -> readPage(operation, next, item));
    });
  }

  /** Pages by number end with an empty one; those by id with an answer without {@code lastReturnId}. */
  private static Input nextTurn(Operation operation, Input input, JsonObject page) {
    return switch (operation.turn()) {
      case PAGE -> with(input, "page", (Long) input.fields().get("page") + 1);
      case LAST_RETURN_ID -> {
        String last = Json.textOf(page, "lastReturnId");
        yield last == null || last.isEmpty() ? null : with(input, "lastReturnId", last);
      }
      case NOTHING -> null;
    };
  }

  private static Input with(Input input, String field, Object value) {
    Input.Plain more = new Input.Plain();
    input.fields().forEach(more::with);
    return more.with(field, value).build();
  }
}
