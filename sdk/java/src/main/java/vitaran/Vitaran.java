package vitaran;

import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import vitaran.api.Nouns;

/**
 * A client of one key pair, safe for many threads. It keeps one token for all its calls, so make one and keep it. A
 * call is {@code vitaran.noun().verb(input)}, with the nouns and verbs of {@code vitaran.api}.
 */
public final class Vitaran extends Nouns {
  private static final Duration CONNECT_TIMEOUT_MAX = Duration.ofSeconds(10);

  private final RowBatches batches;
  private final WebhookVerifier webhooks;

  private Vitaran(Settings settings, Calls calls) {
    super(calls);
    batches = new RowBatches(calls);
    WebhookVerifier.Builder verifier = WebhookVerifier.builder();
    webhooks =
        settings.webhookSecrets().isEmpty()
            ? verifier.clientSecret(settings.clientSecret()).build()
            : verifier.webhookSecret(settings.webhookSecrets().toArray(String[]::new)).build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Batches, also from rows. */
  @Override
  public RowBatches batches() {
    return batches;
  }

  /** Verifies by the webhook secrets of the client or, where it has none, by its client secret. */
  public WebhookVerifier webhooks() {
    return webhooks;
  }

  /** Options of a client. */
  public static final class Builder {
    private String baseUrl;
    private String clientId;
    private String clientSecret;
    private String publicKey;
    private List<String> webhookSecrets = List.of();
    private Duration timeout = Duration.ofSeconds(30);
    private int retries = 3;
    private Consumer<LogEntry> logger = entry -> {};
    private ProxySelector proxy;
    private HttpClient httpClient;

    private Builder() {}

    /** Where the server is: {@code http://localhost:8080} for a sandbox on this machine. */
    public Builder baseUrl(String value) {
      baseUrl = value;
      return this;
    }

    public Builder clientId(String value) {
      clientId = value;
      return this;
    }

    public Builder clientSecret(String value) {
      clientSecret = value;
      return this;
    }

    /**
     * The public key (PEM) of your key pair, for callers without a listed IP address: tokens are then asked for with
     * the RSA signature {@code X-Cf-Signature}. Without it the server goes by the IP address.
     */
    public Builder publicKey(String pem) {
      publicKey = pem;
      return this;
    }

    /** The {@code whsec_} secret of a webhook endpoint, or several while they are changed: for {@code webhooks()}. */
    public Builder webhookSecret(String... secrets) {
      webhookSecrets = Arrays.asList(secrets.clone());
      return this;
    }

    /** How long one answer is waited for; 30 seconds unless set. The server may wait five seconds for a bank. */
    public Builder timeout(Duration value) {
      timeout = value;
      return this;
    }

    /** How often a call that may be repeated is repeated; 3 unless set, 0 for never. */
    public Builder retries(int value) {
      retries = value;
      return this;
    }

    /**
     * Hears of every HTTP exchange, in the thread of the caller; of no bodies, keys or tokens. What it throws is logged
     * as a warning, and changes nothing about a call that may have paid.
     */
    public Builder logger(Consumer<LogEntry> value) {
      logger = value;
      return this;
    }

    /** Goes by this HTTP proxy; calls to an https address go through a tunnel, in which the proxy reads nothing. */
    public Builder proxy(InetSocketAddress address) {
      proxy = ProxySelector.of(address);
      return this;
    }

    /** Another HTTP client: for a client certificate, or a proxy with a password. */
    public Builder httpClient(HttpClient value) {
      httpClient = value;
      return this;
    }

    /** @throws InvalidInputException for a missing key pair, an address that is none, or times below their least */
    public Vitaran build() {
      needText(clientId, "clientId");
      needText(clientSecret, "clientSecret");
      needText(baseUrl, "baseUrl");
      if (timeout == null || timeout.toMillis() < 1) {
        throw new InvalidInputException("timeout: " + timeout + " is not at least a millisecond", "timeout");
      }
      if (retries < 0) throw new InvalidInputException("retries: " + retries + " is not at least 0", "retries");
      if (proxy != null && httpClient != null) {
        throw new InvalidInputException("proxy: give either a proxy or an httpClient", "proxy");
      }
      HttpClient http = httpClient == null ? makeHttpClient() : httpClient;
      Settings settings =
          new Settings(
              readAddress(),
              Secrets.readClientSecret(clientId, "clientId"),
              Secrets.readClientSecret(clientSecret, "clientSecret"),
              publicKey,
              webhookSecrets,
              timeout,
              retries,
              logger,
              http);
      return new Vitaran(settings, new Caller(settings));
    }

    private HttpClient makeHttpClient() {
      Duration connecting = timeout.compareTo(CONNECT_TIMEOUT_MAX) < 0 ? timeout : CONNECT_TIMEOUT_MAX;
      HttpClient.Builder builder =
          HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(connecting);
      return (proxy == null ? builder : builder.proxy(proxy)).build();
    }

    private String readAddress() {
      String wrong = "baseUrl: \"" + baseUrl + "\" is not an http or https address";
      try {
        URI address = URI.create(baseUrl);
        boolean isHttp = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        boolean isPlain = address.getQuery() == null && address.getFragment() == null;
        if (!isHttp || address.getHost() == null || !isPlain) throw new InvalidInputException(wrong, "baseUrl");
      } catch (IllegalArgumentException unreadable) {
        throw new InvalidInputException(wrong, "baseUrl");
      }
      return baseUrl.replaceAll("/+$", "");
    }

    private static void needText(String value, String field) {
      if (value == null) throw new InvalidInputException(field + " is missing", field);
    }
  }
}
