import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import vitaran.SignatureException;
import vitaran.WebhookVerifier;

public class VerifyWebhook {
  public static void main(String[] args) throws Exception {
    var webhooks = WebhookVerifier.builder().clientSecret(System.getenv("CLIENT_SECRET")).build();
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8443"));
    var server = HttpServer.create(new InetSocketAddress(port), 0);
    server.createContext("/", exchange -> {
      byte[] body = exchange.getRequestBody().readAllBytes();
      int answer = 200;
      try {
        var event = webhooks.verify(body, exchange.getRequestHeaders()::getFirst);
        System.out.println(event.type() + " is genuine " + event.data());
      } catch (SignatureException forged) {
        answer = 400;
      }
      exchange.sendResponseHeaders(answer, -1);
      exchange.close();
    });
    server.start();
  }
}
