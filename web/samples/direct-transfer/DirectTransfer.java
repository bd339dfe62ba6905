import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

public class DirectTransfer {
  static final HttpClient http = HttpClient.newHttpClient();

  static String post(String path, String body, String... headers) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(System.getenv("VITARAN") + path))
        .headers(headers).POST(BodyPublishers.ofString(body)).build();
    return http.send(request, BodyHandlers.ofString()).body();
  }

  public static void main(String[] args) throws Exception {
    String authorized = post("/payout/v1/authorize", "{}",
        "X-Client-Id", System.getenv("CLIENT_ID"),
        "X-Client-Secret", System.getenv("CLIENT_SECRET"));
    var token = Pattern.compile("\"token\":\"([^\"]+)\"").matcher(authorized);
    token.find();

    System.out.println(post("/payout/v1.2/directTransfer", """
        {
          "amount": "1250.00",
          "transferId": "%s",
          "transferMode": "imps",
          "remarks": "Invoice 2041",
          "beneDetails": {
            "name": "Ravi Traders",
            "email": "accounts@ravi.example",
            "phone": "9876543210",
            "bankAccount": "026291800001191",
            "ifsc": "YESB0000262",
            "address1": "Sector 44, Gurgaon"
          }
        }""".formatted(System.getenv().getOrDefault("TRANSFER_ID", "inv_2041")),
        "Authorization", "Bearer " + token.group(1),
        "Content-Type", "application/json"));
  }
}
