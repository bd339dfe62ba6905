import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

public class StandardTransfer {
  static final HttpClient http = HttpClient.newHttpClient();

  static String env(String name, String otherwise) {
    return System.getenv().getOrDefault(name, otherwise);
  }

  static String call(String method, String path, String body, String... headers) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(System.getenv("VITARAN") + path))
        .headers(headers).method(method, BodyPublishers.ofString(body)).build();
    return http.send(request, BodyHandlers.ofString()).body();
  }

  public static void main(String[] args) throws Exception {
    String authorized = call("POST", "/payout/v1/authorize", "{}",
        "X-Client-Id", System.getenv("CLIENT_ID"),
        "X-Client-Secret", System.getenv("CLIENT_SECRET"));
    var token = Pattern.compile("\"token\":\"([^\"]+)\"").matcher(authorized);
    token.find();
    String[] headers = {
        "Authorization", "Bearer " + token.group(1), "Content-Type", "application/json"};
    String beneId = env("BENE_ID", "ravi_traders"), transferId = env("TRANSFER_ID", "inv_2042");

    // 1. Once for each payee.
    System.out.println(call("POST", "/payout/v1/addBeneficiary", """
        {
          "beneId": "%s", "name": "Ravi Traders",
          "email": "accounts@ravi.example", "phone": "9876543210", "address1": "Sector 44, Gurgaon",
          "bankAccount": "%s", "ifsc": "YESB0000262"
        }""".formatted(beneId, env("BANK_ACCOUNT", "026291800001191")), headers));

    // 2. For each payment.
    System.out.println(call("POST", "/payout/v1/requestTransfer", """
        {"beneId": "%s", "amount": "1250.00", "transferId": "%s", "transferMode": "banktransfer"}"""
        .formatted(beneId, transferId), headers));

    // 3. Whenever you want to know.
    System.out.println(call("GET", "/payout/v1.2/getTransferStatus?transferId=" + transferId, "", headers));
  }
}
