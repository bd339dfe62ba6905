import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class VerifyWebhook {
  /** Whether the fields were signed with your client secret. */
  static boolean isGenuine(TreeMap<String, String> fields) throws Exception {
    var rest = new TreeMap<>(fields);
    String signature = rest.remove("signature");
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(System.getenv("CLIENT_SECRET").getBytes(), "HmacSHA256"));
    byte[] expected = Base64.getEncoder().encode(mac.doFinal(String.join("", rest.values()).getBytes()));
    return signature != null && MessageDigest.isEqual(expected, signature.getBytes());
  }

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8443"));
    var server = HttpServer.create(new InetSocketAddress(port), 0);
    server.createContext("/", exchange -> {
      var fields = new TreeMap<String, String>();
      for (String pair : new String(exchange.getRequestBody().readAllBytes()).split("&")) {
        String[] parts = pair.split("=", 2);
        if (parts.length == 2) fields.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
      }
      boolean genuine = false;
      try { genuine = isGenuine(fields); } catch (Exception problem) { problem.printStackTrace(); }
      System.out.println(fields.get("event") + (genuine ? " is genuine" : " is not genuine"));
      exchange.sendResponseHeaders(genuine ? 200 : 400, -1);
      exchange.close();
    });
    server.start();
  }
}
