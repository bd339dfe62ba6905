import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

public class BatchTransfer {
  static final HttpClient http = HttpClient.newHttpClient();

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
    String batchId = System.getenv().getOrDefault("BATCH_ID", "salaries_11");

    System.out.println(call("POST", "/payout/v1/requestBatchTransfer", """
        {
          "batchTransferId": "%1$s",
          "batchFormat": "BANK_ACCOUNT",
          "deleteBene": 1,
          "batch": [
            {
              "transferId": "%1$s_1", "amount": "64250.00", "phone": "9876543210",
              "bankAccount": "026291800001191", "ifsc": "YESB0000262",
              "email": "accounts@ravi.example", "name": "Ravi Traders"
            },
            {
              "transferId": "%1$s_2", "amount": "58900.00", "phone": "9876543211",
              "bankAccount": "00011020001772", "ifsc": "HDFC0000001",
              "email": "office@meera.example", "name": "Meera Works"
            }
          ]
        }""".formatted(batchId), headers));
    System.out.println(call("GET", "/payout/v1/getBatchTransferStatus?batchTransferId=" + batchId, "", headers));
  }
}
