package vitaran;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** How a client is set up. */
record Settings(
    String baseUrl,
    String clientId,
    String clientSecret,
    String publicKey,
    List<String> webhookSecrets,
    Duration timeout,
    int retries,
    Consumer<LogEntry> logger,
    HttpClient httpClient) {}
