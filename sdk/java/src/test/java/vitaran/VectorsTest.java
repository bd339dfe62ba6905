package vitaran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** Signatures and amounts, by the vectors that all client libraries share; and what a forger would try. */
class VectorsTest {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String JSON = "application/json";

  @TestFactory
  Stream<DynamicTest> amountsAreExact() {
    return vectors("amounts", "taken").map(one -> dynamicTest(text(one, "rupees"), () -> {
      Money money = Money.rupees(text(one, "rupees"));
      assertEquals(Long.parseLong(text(one, "paise")), money.paise());
      assertEquals(text(one, "formatted"), money.toString());
      assertEquals(text(one, "formatted"), Money.paise(Long.parseLong(text(one, "paise"))).toString());
      assertEquals(money, Money.rupees(new BigDecimal(text(one, "rupees"))));
    }));
  }

  @TestFactory
  Stream<DynamicTest> whatIsNoExactAmountIsRefused() {
    return vectors("amounts", "refused").map(one -> dynamicTest(one.toString(), () -> {
      InvalidInputException error = assertThrows(InvalidInputException.class, () -> {
        if (one.has("paise")) Money.checkPaise(Long.parseLong(text(one, "paise")), "fee");
        else Money.read(one.has("text") ? text(one, "text") : (Object) one.get("number").getAsDouble(), "fee");
      });
      assertEquals("fee", error.field());
      assertTrue(error.getMessage().startsWith("fee: "), error.getMessage());
    }));
  }

  @TestFactory
  Stream<DynamicTest> sumsAreExact() {
    return vectors("amounts", "sums").map(one -> dynamicTest(one.toString(), () -> {
      List<Money> amounts = new ArrayList<>();
      one.getAsJsonArray("rupees").forEach(rupees -> amounts.add(Money.rupees(rupees.getAsString())));
      assertEquals(text(one, "formatted"), Money.sum(amounts).toString());
    }));
  }

  @TestFactory
  Stream<DynamicTest> classicWebhooksAreVerifiedAsFormAndAsJson() {
    return vectors("webhooks", "classic").map(one -> dynamicTest(text(one, "name"), () -> {
      checkClassic(one, FORM, one.getAsJsonObject("form"));
      checkClassic(one, JSON, one.getAsJsonObject("json"));
    }));
  }

  private static void checkClassic(JsonObject one, String contentType, JsonObject sent) {
    WebhookVerifier verifier = WebhookVerifier.builder().clientSecret(text(one, "clientSecret")).build();
    String body = text(sent, "body");
    Map<String, String> headers =
        Map.of("Content-Type", contentType, "X-Cf-Signature", text(sent, "xCfSignature"));
    Map<String, String> fields = new HashMap<>();
    one.getAsJsonObject("fields").asMap().forEach((name, value) -> fields.put(name, value.getAsString()));
    String event = fields.remove("event");
    assertEquals(new WebhookEvent(event, null, new HashMap<>(fields)), verifier.verify(bytes(body), headers));
    assertEquals(event, verifier.verify(bytes(body), Map.of("content-type", List.of(contentType))).type());
    refuse(WebhookVerifier.builder().clientSecret(text(one, "clientSecret") + "x").build(), body, headers);
    refuse(verifier, body, changed(headers, "X-Cf-Signature", "00".repeat(32)));
    refuse(verifier, body.replace(event, "TRANSFER_SUCCESS_"), Map.of("Content-Type", contentType));
    if (contentType.equals(FORM)) refuse(verifier, body + "&utr=000000000000", Map.of());
  }

  @TestFactory
  Stream<DynamicTest> standardWebhooksAreVerifiedByAnySecretWithinTheirTime() {
    return vectors("webhooks", "standard").map(one -> dynamicTest(text(one, "name"), () -> {
      String[] secrets =
          one.getAsJsonArray("secrets").asList().stream().map(JsonElement::getAsString).toArray(String[]::new);
      for (String secret : secrets) checkStandard(one, secret);
      checkStandard(one, secrets);
      refuse(at(one.get("webhookTimestamp").getAsLong()).webhookSecret("whsec_b3RoZXI=").build(), one);
    }));
  }

  private static void checkStandard(JsonObject one, String... secrets) {
    long seconds = one.get("webhookTimestamp").getAsLong();
    WebhookVerifier verifier = at(seconds).webhookSecret(secrets).build();
    String body = text(one, "body");
    Map<String, String> headers = standardHeaders(one);
    WebhookEvent event = verifier.verify(bytes(body), headers);
    assertEquals(text(one, "webhookId"), event.id());
    assertTrue(event.type().startsWith("TRANSFER_"));
    refuse(at(seconds + 301).webhookSecret(secrets).build(), body, headers);
    refuse(at(seconds - 301).webhookSecret(secrets).build(), body, headers);
    refuse(verifier, body + " ", headers);
    refuse(verifier, body, changed(headers, "webhook-id", "evt_other"));
    refuse(verifier, body, changed(headers, "webhook-signature", "v1,"));
    refuse(verifier, body, Map.of());
  }

  private static Map<String, String> standardHeaders(JsonObject one) {
    return Map.of(
        "webhook-id", text(one, "webhookId"),
        "webhook-timestamp", text(one, "webhookTimestamp"),
        "webhook-signature", text(one, "webhookSignature"));
  }

  @TestFactory
  Stream<DynamicTest> webhooksOfV2AreVerifiedAndTheirAmountsStayExact() {
    return vectors("webhooks", "v2").map(one -> dynamicTest(text(one, "type"), () -> {
      long milliseconds = one.get("xWebhookTimestamp").getAsLong();
      Map<String, String> headers =
          Map.of(
              "content-type", JSON,
              "x-webhook-timestamp", text(one, "xWebhookTimestamp"),
              "x-webhook-signature", text(one, "xWebhookSignature"));
      String body = text(one, "body");
      WebhookVerifier verifier = at(milliseconds / 1000).clientSecret(text(one, "clientSecret")).build();
      WebhookEvent event = verifier.verify(bytes(body), headers);
      assertEquals(text(one, "type"), event.type());
      Matcher amount = Pattern.compile("\"transfer_amount\":([0-9.]+)").matcher(body);
      assertEquals(amount.find() ? amount.group(1) : null, event.data().get("transfer_amount"));
      refuse(verifier, body.replace("\"data\"", "\"Data\""), headers);
      refuse(verifier, body, changed(headers, "x-webhook-timestamp", String.valueOf(milliseconds + 1)));
      refuse(at(milliseconds / 1000 + 301).clientSecret(text(one, "clientSecret")).build(), body, headers);
    }));
  }

  @TestFactory
  Stream<DynamicTest> secretsAreCutCleanOrRefused() {
    return Stream.of("webhookSecret", "clientSecret").flatMap(field -> {
      JsonObject table = Stage.shared("vectors/secrets.json").getAsJsonObject(field);
      Stream<DynamicTest> taken = table.getAsJsonArray("taken").asList().stream().map(JsonElement::getAsJsonObject)
          .map(one -> dynamicTest(field + " is cut clean: " + text(one, "name"), () -> take(field, text(one, "text"))));
      Stream<DynamicTest> refused = table.getAsJsonArray("refused").asList().stream().map(JsonElement::getAsJsonObject)
          .map(one -> dynamicTest(field + " is refused: " + text(one, "name"), () -> refuseSecret(field, one)));
      return Stream.concat(taken, refused);
    });
  }

  private static void take(String field, String secret) {
    boolean isWebhookSecret = field.equals("webhookSecret");
    JsonObject one = vectors("webhooks", isWebhookSecret ? "standard" : "v2").findFirst().orElseThrow();
    long milliseconds = isWebhookSecret
        ? one.get("webhookTimestamp").getAsLong() * 1000
        : one.get("xWebhookTimestamp").getAsLong();
    Map<String, String> headers = isWebhookSecret
        ? standardHeaders(one)
        : Map.of(
            "x-webhook-timestamp", text(one, "xWebhookTimestamp"),
            "x-webhook-signature", text(one, "xWebhookSignature"));
    WebhookVerifier.Builder builder = at(milliseconds / 1000);
    WebhookVerifier verifier = (isWebhookSecret ? builder.webhookSecret(secret) : builder.clientSecret(secret)).build();
    assertTrue(verifier.verify(bytes(text(one, "body")), headers).type().startsWith("TRANSFER_"));
    client(field, secret).build();
  }

  private static void refuseSecret(String field, JsonObject one) {
    String secret = text(one, "text");
    WebhookVerifier.Builder verifier = WebhookVerifier.builder();
    if (field.equals("webhookSecret")) verifier.webhookSecret(secret);
    else verifier.clientSecret(secret);
    Vitaran.Builder client = client(field, secret);
    for (Executable build : List.<Executable>of(verifier::build, client::build)) {
      InvalidInputException error = assertThrows(InvalidInputException.class, build);
      assertEquals(field, error.field());
      assertTrue(error.getMessage().contains(text(one, "because")), error.getMessage());
    }
  }

  private static Vitaran.Builder client(String field, String secret) {
    Vitaran.Builder client = Vitaran.builder().baseUrl("http://localhost:8080").clientId("c").clientSecret("a secret");
    return field.equals("webhookSecret") ? client.webhookSecret(secret) : client.clientSecret(secret);
  }

  private static WebhookVerifier.Builder at(long epochSecond) {
    return WebhookVerifier.builder().clock(Clock.fixed(Instant.ofEpochSecond(epochSecond), ZoneOffset.UTC));
  }

  private static void refuse(WebhookVerifier verifier, JsonObject one) {
    refuse(verifier, text(one, "body"), standardHeaders(one));
  }

  private static void refuse(WebhookVerifier verifier, String body, Map<String, String> headers) {
    assertThrows(SignatureException.class, () -> verifier.verify(bytes(body), headers));
  }

  private static Map<String, String> changed(Map<String, String> headers, String name, String value) {
    Map<String, String> copy = new HashMap<>(headers);
    copy.put(name, value);
    return copy;
  }

  private static Stream<JsonObject> vectors(String file, String kind) {
    return Stage.shared("vectors/" + file + ".json").getAsJsonArray(kind).asList().stream()
        .map(JsonElement::getAsJsonObject);
  }

  private static String text(JsonObject one, String property) {
    return one.get(property).getAsString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
