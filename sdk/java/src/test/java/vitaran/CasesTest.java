package vitaran;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The case list that all client libraries share, against a running sandbox. */
class CasesTest {
  private final Map<String, String> memory = new HashMap<>();
  private final Vitaran vitaran = Stage.client().build();

  @TestFactory
  Stream<DynamicTest> cases() {
    LocalDate today = LocalDate.now(ZoneId.of("Asia/Kolkata"));
    memory.put("run", Stage.RUN);
    memory.put("account", "3" + ThreadLocalRandom.current().nextLong(10_000_000_000L, 100_000_000_000L));
    memory.put("today", today.toString());
    memory.put("later", today.plusDays(2) + " 10:30:00");
    memory.put("expiry", today.plusDays(7).format(DateTimeFormatter.ofPattern("yyyy/MM/dd")));
    List<JsonElement> cases = Stage.shared("cases/calls.json").getAsJsonArray("cases").asList();
    assertTrue(cases.size() >= 60);
    return cases.stream()
        .map(JsonElement::getAsJsonObject)
        .map(one -> DynamicTest.dynamicTest(one.get("name").getAsString(), () -> run(one)));
  }

  private void run(JsonObject one) throws ReflectiveOperationException {
    new SharedCase(vitaran, memory).run(one);
  }
}
