package vitaran;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Whether webhooks are genuine, and what they say, of every format that the server sends. Every signature that can be
 * checked with the secrets given must hold.
 */
public final class WebhookVerifier {
  private final String clientSecret;
  private final List<byte[]> webhookKeys;
  private final Duration tolerance;
  private final Clock clock;

  private WebhookVerifier(Builder builder) {
    clientSecret =
        builder.clientSecret == null ? null : Secrets.readClientSecret(builder.clientSecret, "clientSecret");
    webhookKeys = builder.webhookSecrets.stream().map(Secrets::readWebhookKey).toList();
    tolerance = builder.tolerance;
    clock = builder.clock;
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * The event of a genuine webhook.
   *
   * @param body as it came, before any parser
   * @param header finds a header by its name, whatever its case, or answers null: {@code request::getHeader} of a
   *     servlet, {@code exchange.getRequestHeaders()::getFirst} of the JDK's server
   * @throws SignatureException when it is forged, changed, too old or unreadable
   */
  public WebhookEvent verify(byte[] body, Function<String, String> header) {
    Map<String, Object> fields =
        WebhookFields.read(new String(body, StandardCharsets.UTF_8), header.apply("Content-Type"));
    if (!webhookKeys.isEmpty()) checkStandard(body, header);
    if (clientSecret != null) {
      if (header.apply("x-webhook-signature") == null) checkClassic(fields, body, header);
      else checkV2(body, header);
    }
    return WebhookFields.toEvent(fields, header.apply("webhook-id"));
  }

  /**
   * The event of a genuine webhook, with its headers as a map: a value is text, or a list of texts.
   *
   * @param body as it came, before any parser
   * @throws SignatureException when it is forged, changed, too old or unreadable
   */
  public WebhookEvent verify(byte[] body, Map<String, ?> headers) {
    Map<String, Object> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    byName.putAll(headers);
    return verify(body, name -> {
      Object value = byName.get(name);
      if (value instanceof List<?> list) return list.stream().map(String::valueOf).collect(Collectors.joining(", "));
      return value == null ? null : String.valueOf(value);
    });
  }

  /** Field {@code signature}, and the header over the raw body where it came. */
  private void checkClassic(Map<String, Object> fields, byte[] body, Function<String, String> header) {
    String text =
        new TreeMap<>(fields)
            .entrySet().stream()
                .filter(field -> !field.getKey().equals("signature"))
                .map(field -> String.valueOf(field.getValue()))
                .collect(Collectors.joining());
    byte[] secret = bytesOf(clientSecret);
    String ofBody = header.apply("x-cf-signature");
    boolean bodyHolds = ofBody == null || isSame(ofBody, HexFormat.of().formatHex(hmac(secret, body)));
    boolean fieldHolds =
        fields.get("signature") instanceof String given && isSame(given, base64(hmac(secret, bytesOf(text))));
    if (bodyHolds && fieldHolds) return;
    throw new SignatureException("The webhook's classic signature is not that of this client secret");
  }

  private void checkV2(byte[] body, Function<String, String> header) {
    String timestamp = textOf(header, "x-webhook-timestamp");
    String expected = base64(hmac(bytesOf(clientSecret), bytesOf(timestamp), body));
    if (!isSame(textOf(header, "x-webhook-signature"), expected)) {
      throw new SignatureException("The webhook's v2 signature is not that of this client secret");
    }
    checkTime(timestamp, 1);
  }

  /** https://www.standardwebhooks.com: any of the signatures, by any of the secrets. */
  private void checkStandard(byte[] body, Function<String, String> header) {
    String timestamp = textOf(header, "webhook-timestamp");
    byte[] head = bytesOf(textOf(header, "webhook-id") + "." + timestamp + ".");
    List<String> expected = webhookKeys.stream().map(key -> "v1," + base64(hmac(key, head, body))).toList();
    boolean holds =
        Arrays.stream(textOf(header, "webhook-signature").split(" "))
            .anyMatch(given -> expected.stream().anyMatch(one -> isSame(given, one)));
    if (!holds) throw new SignatureException("The webhook's signature is not that of this webhook secret");
    checkTime(timestamp, 1000);
  }

  private void checkTime(String timestamp, long millisecondsEach) {
    boolean isNumber = timestamp.matches("[0-9]{1,15}");
    long signedAtMs = isNumber ? Long.parseLong(timestamp) * millisecondsEach : Long.MIN_VALUE / 2;
    if (Math.abs(clock.millis() - signedAtMs) <= tolerance.toMillis()) return;
    throw new SignatureException("The webhook was not signed within " + tolerance.toSeconds() + " seconds of now");
  }

  private static String textOf(Function<String, String> header, String name) {
    String value = header.apply(name);
    return value == null ? "" : value;
  }

  private static byte[] hmac(byte[] key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      for (byte[] part : parts) mac.update(ByteBuffer.wrap(part));
      return mac.doFinal();
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("Every Java has HmacSHA256", missing);
    }
  }

  private static byte[] bytesOf(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** In the same time, wherever they differ. */
  private static boolean isSame(String given, String expected) {
    return MessageDigest.isEqual(bytesOf(given), bytesOf(expected));
  }

  /** Secrets, and how old a webhook may be. */
  public static final class Builder {
    private String clientSecret;
    private List<String> webhookSecrets = List.of();
    private Duration tolerance = Duration.ofMinutes(5);
    private Clock clock = Clock.systemUTC();

    private Builder() {}

    /** Checks the classic signatures, and that of the format v2. */
    public Builder clientSecret(String secret) {
      clientSecret = secret;
      return this;
    }

    /** Checks the Standard Webhooks signature, which every format carries: {@code whsec_...}, or several. */
    public Builder webhookSecret(String... secrets) {
      webhookSecrets = Arrays.asList(secrets.clone());
      return this;
    }

    /** How far a signed time may be off; 5 minutes unless set. The classic signatures have no time. */
    public Builder tolerance(Duration value) {
      tolerance = value;
      return this;
    }

    /** The clock by which a webhook is old; the system's unless set. */
    public Builder clock(Clock value) {
      clock = value;
      return this;
    }

    /** @throws InvalidInputException when no secret is given, or one is none */
    public WebhookVerifier build() {
      if (clientSecret != null || !webhookSecrets.isEmpty()) return new WebhookVerifier(this);
      throw new InvalidInputException(
          "clientSecret or webhookSecret is needed to verify a webhook", "clientSecret");
    }
  }
}
