package vitaran;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.UniqueId.Segment;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Says at the end how many tests of each kind have passed, in the words that all client libraries use. */
public final class SuiteReport implements TestExecutionListener {
  private static final List<String> KINDS = List.of("cases", "vectors", "resilience", "package", "local", "transport");

  private final Map<String, Integer> counts = new LinkedHashMap<>();

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    KINDS.forEach(kind -> counts.put(kind, 0));
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (!test.isTest() || result.getStatus() != Status.SUCCESSFUL) return;
    for (Segment segment : test.getUniqueIdObject().getSegments()) {
      String kind = segment.getValue().replaceAll("^vitaran\\.|Test$", "").toLowerCase(Locale.ROOT);
      if (segment.getType().equals("class") && KINDS.contains(kind)) counts.merge(kind, 1, Integer::sum);
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    String said =
        counts.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey())
            .collect(Collectors.joining(", "));
    // In a line of its own: Maven leaves one open with what resets its colours.
    System.out.println("\nsuite java: " + said);
  }
}
