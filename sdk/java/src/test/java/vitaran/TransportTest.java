package vitaran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import vitaran.api.Transfers;

/** What stands between client and server: a proxy, pages of another server, a logger that throws. */
class TransportTest {
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private String page = "{\"status\":\"SUCCESS\",\"subCode\":\"200\",\"data\":{\"balance\":\"1.00\"}}";
  private String pageType = "application/json";
  private HttpServer server;

  /** It gives tokens, and the same page for all else. */
  @BeforeEach
  void listen() throws IOException {
    String token =
        "{\"status\":\"SUCCESS\",\"subCode\":\"200\",\"data\":{\"token\":\"t\",\"expiry\":"
            + Instant.now().plusSeconds(600).getEpochSecond() + "}}";
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> {
      asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
      boolean isToken = exchange.getRequestURI().getPath().endsWith("authorize");
      byte[] body = Request.bytesOf(isToken ? token : page);
      exchange.getResponseHeaders().set("Content-Type", isToken ? "application/json" : pageType);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private Vitaran.Builder client() {
    return Vitaran.builder()
        .baseUrl("http://127.0.0.1:" + server.getAddress().getPort())
        .clientId("id")
        .clientSecret("secret")
        .retries(0);
  }

  @Test
  void callsGoByTheProxy() {
    Vitaran vitaran = client().baseUrl("http://payouts.example").proxy(server.getAddress()).build();
    assertEquals("1.00", vitaran.balance().get().balance());
    assertEquals(
        List.of(
            "POST http://payouts.example/payout/v1/authorize",
            "GET http://payouts.example/payout/v1.2/getBalance"),
        asked);
  }

  @Test
  void aPageOfAnotherServerIsNoAnswerOfTheServer() {
    Vitaran vitaran = client().build();
    for (String type : List.of("text/html", "application/json")) {
      pageType = type;
      page = "<html>Welcome to the hotel</html>";
      assertFalse(assertThrows(ServerException.class, () -> vitaran.balance().get()).outcomeUnknown());
      var order = Transfers.CreateInput.builder().beneId("asha").amount("1.00").transferId("inv_1").build();
      assertThrows(OutcomeUnknownException.class, () -> vitaran.transfers().create(order));
    }
  }

  @Test
  void anAnswerOfAnotherShapeLeavesTheOutcomeOfAnOrderUnknown() {
    page = "{\"status\":\"SUCCESS\",\"subCode\":\"200\",\"data\":{\"referenceId\":{\"no\":\"text\"}}}";
    var order = Transfers.CreateInput.builder().beneId("asha").amount("1.00").transferId("inv_1").build();
    assertThrows(OutcomeUnknownException.class, () -> client().build().transfers().create(order));
  }

  @Test
  void aLoggerThatThrowsDoesNotChangeWhatACallAnswers() {
    Logger warnings = Logger.getLogger("vitaran");
    List<Throwable> warned = new CopyOnWriteArrayList<>();
    warnings.setFilter(said -> !warned.add(said.getThrown()));
    var full = new IllegalStateException("the disk is full");
    Vitaran vitaran =
        client()
            .logger(entry -> {
              throw full;
            })
            .build();
    assertEquals("1.00", vitaran.balance().get().balance());
    assertEquals(List.of(full, full), warned);
    warnings.setFilter(null);
  }

  @Test
  void anInterruptedThreadIsToldWhatIsKnown() {
    Vitaran vitaran = client().retries(3).build();
    vitaran.tokens().verify();
    var order = Transfers.CreateInput.builder().beneId("asha").amount("1.00").transferId("inv_1").build();
    Thread.currentThread().interrupt();
    var error = assertThrows(OutcomeUnknownException.class, () -> vitaran.transfers().create(order));
    assertTrue(Thread.interrupted());
    assertInstanceOf(ConnectionException.class, error.getCause());
  }
}
