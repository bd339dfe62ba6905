package vitaran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import javax.crypto.Cipher;
import org.junit.jupiter.api.Test;
import vitaran.api.Batches;
import vitaran.api.Transfers;

/** What needs no server: options, rows, waits, and the signature of callers without a listed address. */
class LocalTest {
  private static Vitaran.Builder options() {
    return Vitaran.builder().baseUrl("https://payouts.example/").clientId("c").clientSecret("s");
  }

  @Test
  void optionsThatCannotBeAreRefusedByName() {
    Map<String, Consumer<Vitaran.Builder>> wrong =
        Map.of(
            "clientId", options -> options.clientId(""),
            "clientSecret", options -> options.clientSecret(null),
            "baseUrl", options -> options.baseUrl("localhost:8080"),
            "timeout", options -> options.timeout(Duration.ZERO),
            "retries", options -> options.retries(-1),
            "proxy", options -> options.proxy(new InetSocketAddress("p", 1)).httpClient(HttpClient.newHttpClient()),
            "webhookSecret", options -> options.webhookSecret("whsec_?"));
    wrong.forEach((field, change) -> {
      Vitaran.Builder options = options();
      change.accept(options);
      assertEquals(field, assertThrows(InvalidInputException.class, options::build).field());
    });
  }

  @Test
  void aVerifierNeedsASecret() {
    assertThrows(InvalidInputException.class, () -> WebhookVerifier.builder().build());
  }

  @Test
  void aForgedWebhookIsRefusedWhateverItsForm() {
    Vitaran vitaran = options().build();
    for (String body : List.of("", "event=TRANSFER_SUCCESS", "event=%", "{}", "{", "[1]", "{\"event\":1}")) {
      assertThrows(SignatureException.class, () -> vitaran.webhooks().verify(Request.bytesOf(body), Map.of()));
    }
  }

  @Test
  void repeatsWaitLongerEachTimeByChanceAndNeverLessThanTheServerAsksFor() {
    assertEquals(OptionalLong.of(125), Repeats.delayBeforeRepeat(1, null, 0));
    assertEquals(OptionalLong.of(250), Repeats.delayBeforeRepeat(1, null, 1));
    assertEquals(OptionalLong.of(1000), Repeats.delayBeforeRepeat(3, null, 1));
    assertEquals(OptionalLong.of(8000), Repeats.delayBeforeRepeat(30, null, 1));
    assertEquals(OptionalLong.of(7125), Repeats.delayBeforeRepeat(1, 7L, 0));
    assertEquals(OptionalLong.empty(), Repeats.delayBeforeRepeat(1, 61L, 0));
  }

  @Test
  void rowsBecomeABatchOfTheFormatThatTheyName() {
    List<BatchRow> rows =
        List.of(
            BatchRow.builder().transferId("a").amount("0.10").vpa("a@upi").build(),
            BatchRow.of(Map.of("transferId", "b", "amount", Money.paise(20), "vpa", "b@upi", "remarks", "")));
    assertEquals("0.30", BatchOfRows.sum(rows).toString());
    Batches.CreateInput input = BatchOfRows.builder().batchTransferId("b1").rows(rows).build().toInput();
    assertEquals("UPI", input.fields().get("batchFormat"));
    assertEquals(rows, input.fields().get("batch"));
    List<BatchRow> many = Collections.nCopies(501, rows.get(0));
    BatchOfRows tooMany = BatchOfRows.builder().batchTransferId("b2").rows(many).build();
    String said = assertThrows(InvalidInputException.class, tooMany::toInput).getMessage();
    assertTrue(said.matches("rows: 501 rows.*batches\\.upload"), said);
  }

  @Test
  void theTextOfAnInputNamesItsFieldsAndNoAccount() {
    var payee = Transfers.CreateDirectInput.BeneDetails.builder().bankAccount("026291800001191").build();
    String said = Transfers.CreateDirectInput.builder().beneDetails(payee).amount("1.00").build().toString();
    assertEquals("CreateDirectInput[beneDetails, amount]", said);
  }

  @Test
  void theRsaSignatureHoldsTheClientAndTheSecond() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair keys = generator.generateKeyPair();
    String base64 = Base64.getMimeEncoder().encodeToString(keys.getPublic().getEncoded());
    String pem = "-----BEGIN PUBLIC KEY-----\n" + base64 + "\n-----END PUBLIC KEY-----\n";
    String signature = IdentitySignature.sign("VK1", pem, Instant.ofEpochSecond(1_795_244_709));
    Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPWithSHA-1AndMGF1Padding");
    cipher.init(Cipher.DECRYPT_MODE, keys.getPrivate());
    assertEquals("VK1.1795244709", new String(cipher.doFinal(Base64.getDecoder().decode(signature))));
    for (String wrong : List.of("no key", pem.replace("M", "A"))) {
      InvalidInputException error =
          assertThrows(InvalidInputException.class, () -> IdentitySignature.sign("VK1", wrong, Instant.now()));
      assertEquals("publicKey", error.field());
    }
  }

  @Test
  void aFieldThatALaterServerKnowsIsSentAsItIs() {
    Operation operation = Operation.of("x.y", "POST", "/x/{id}").amounts("fee.*.value").build();
    Input input =
        new Input.Plain()
            .with("id", "a b/c")
            .with("note", "<ok>")
            .with("fee", List.of(Map.of("value", Money.paise(105))))
            .build();
    Request request = RequestWriter.write(operation, input);
    assertEquals("/x/a%20b%2Fc", request.path());
    assertEquals("{\"note\":\"<ok>\",\"fee\":[{\"value\":\"1.05\"}]}", new String(request.body()));
    assertFalse(request.headers().containsKey("Idempotency-Key"));
    Input wrong = new Input.Plain().with("id", "a").with("count", 1.5).build();
    var refused = assertThrows(InvalidInputException.class, () -> RequestWriter.write(operation, wrong));
    assertEquals("count", refused.field());
  }
}
