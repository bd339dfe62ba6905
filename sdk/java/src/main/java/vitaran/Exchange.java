package vitaran;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import vitaran.VitaranException.Stage;

/** One HTTP exchange: no repeats, no tokens. */
final class Exchange {
  /** Causes that come before a byte of the call is sent. */
  private static final List<Class<? extends Throwable>> NEVER_CONNECTED =
      List.of(
          ConnectException.class,
          NoRouteToHostException.class,
          UnknownHostException.class,
          UnresolvedAddressException.class,
          HttpConnectTimeoutException.class);

  private final Settings settings;

  Exchange(Settings settings) {
    this.settings = settings;
  }

  /**
   * Sends once and reads the whole answer, whatever it says.
   *
   * @param attempt 1 for the first try
   * @throws ConnectionException of the stage CONNECTING where nothing was sent
   * @throws TimeoutException after the timeout
   */
  Answer send(Request request, int attempt) {
    String requestId = UUID.randomUUID().toString();
    long startedNanos = System.nanoTime();
    CompletableFuture<HttpResponse<byte[]>> coming =
        settings.httpClient().sendAsync(write(request, requestId), BodyHandlers.ofByteArray());
    Answer answer;
    try {
      // For headers and body together: the timeout of HttpRequest ends with the headers.
      answer = Answer.read(coming.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS), requestId);
    } catch (ExecutionException failed) {
      String reason = reasonOf(failed.getCause());
      log(request, attempt, startedNanos, new Outcome(requestId, null, null, reason));
      VitaranException error =
          new ConnectionException(request.verb() + ": " + reason, facts(request, requestId, failed.getCause()));
      throw neverConnected(failed) ? error.at(Stage.CONNECTING) : error;
    } catch (java.util.concurrent.TimeoutException late) {
      coming.cancel(true);
      String reason = "no answer within " + settings.timeout().toMillis() + " ms";
      log(request, attempt, startedNanos, new Outcome(requestId, null, null, reason));
      throw new TimeoutException(request.verb() + ": " + reason, facts(request, requestId, late));
    } catch (InterruptedException interrupted) {
      coming.cancel(true);
      Thread.currentThread().interrupt();
      log(request, attempt, startedNanos, new Outcome(requestId, null, null, "interrupted"));
      throw new ConnectionException(request.verb() + ": interrupted", facts(request, requestId, interrupted));
    }
    log(request, attempt, startedNanos, new Outcome(requestId, answer.httpStatus(), answer.subCode(), null));
    return answer;
  }

  private HttpRequest write(Request request, String requestId) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(settings.baseUrl() + request.path()))
            .method(
                request.method(),
                request.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(request.body()))
            .header("X-Request-Id", requestId);
    request.headers().forEach((name, value) -> {
      try {
        builder.header(name, value);
      } catch (IllegalArgumentException unfit) {
        throw new InvalidInputException(name + ": its value cannot stand in a header", name);
      }
    });
    return builder.build();
  }

  private record Outcome(String requestId, Integer httpStatus, String subCode, String error) {}

  private void log(Request request, int attempt, long startedNanos, Outcome outcome) {
    long durationMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
    String path = request.path().split("\\?", 2)[0];
    LogEntry entry =
        new LogEntry(
            request.verb(),
            request.method(),
            path,
            attempt,
            durationMs,
            outcome.requestId(),
            outcome.httpStatus(),
            outcome.subCode(),
            outcome.error());
    try {
      settings.logger().accept(entry);
    } catch (RuntimeException failed) {
      // It changes nothing about a call that may have paid.
      System.getLogger("vitaran").log(System.Logger.Level.WARNING, "The logger failed", failed);
    }
  }

  private static ErrorFacts facts(Request request, String requestId, Throwable cause) {
    return new ErrorFacts(request.verb(), null, null, requestId, null, cause);
  }

  private static boolean neverConnected(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      Throwable unconnected = cause;
      if (NEVER_CONNECTED.stream().anyMatch(one -> one.isInstance(unconnected))) return true;
    }
    return false;
  }

  private static String reasonOf(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null) return cause.getMessage();
    }
    return neverConnected(error) ? "no connection" : "the connection failed";
  }
}
