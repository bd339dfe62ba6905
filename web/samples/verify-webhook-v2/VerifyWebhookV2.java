import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class VerifyWebhookV2 {
  /** Whether the body, as it came, was signed with your client secret. */
  static boolean isGenuine(Headers headers, byte[] body) throws Exception {
    String timestamp = headers.getFirst("x-webhook-timestamp");
    String signature = headers.getFirst("x-webhook-signature");
    if (timestamp == null || signature == null) return false;
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(System.getenv("CLIENT_SECRET").getBytes(), "HmacSHA256"));
    mac.update(timestamp.getBytes());
    byte[] expected = Base64.getEncoder().encode(mac.doFinal(body));
    return MessageDigest.isEqual(expected, signature.getBytes());
  }

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8443"));
    var server = HttpServer.create(new InetSocketAddress(port), 0);
    server.createContext("/", exchange -> {
      byte[] body = exchange.getRequestBody().readAllBytes();
      boolean genuine = false;
      try { genuine = isGenuine(exchange.getRequestHeaders(), body); } catch (Exception problem) { problem.printStackTrace(); }
      var type = Pattern.compile("\"type\":\"(\\w+)\"").matcher(new String(body));
      System.out.println(genuine && type.find() ? type.group(1) + " is genuine" : "not genuine");
      exchange.sendResponseHeaders(genuine ? 200 : 400, -1);
      exchange.close();
    });
    server.start();
  }
}
