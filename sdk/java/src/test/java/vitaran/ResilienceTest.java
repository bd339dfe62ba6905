package vitaran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import vitaran.api.Balance;
import vitaran.api.Beneficiaries;
import vitaran.api.Ifsc;
import vitaran.api.Transfers;
import vitaran.api.Transfers.CreateDirectInput;

/** Lost answers, a killed server, tokens that end: no order is made twice, and none is called failed that is not. */
class ResilienceTest {
  private static final String AUTHORIZE = "/payout/v1/authorize";
  private static final String DIRECT = "/payout/v1.2/directTransfer";

  private final Queue<LogEntry> entries = new ConcurrentLinkedQueue<>();

  @BeforeEach
  @AfterEach
  void forget() {
    Stage.forget();
  }

  private Vitaran.Builder byRoad() {
    return Stage.byRoad().logger(entries::add);
  }

  private long count(String verb) {
    return entries.stream().filter(entry -> entry.verb().equals(verb)).count();
  }

  private static CreateDirectInput order(String transferId) {
    var payee =
        CreateDirectInput.BeneDetails.builder()
            .name("Asha Rao")
            .email("asha@rao.example")
            .phone("9876543210")
            .bankAccount("026291800001191")
            .ifsc("YESB0000262")
            .address1("Sector 44")
            .build();
    return CreateDirectInput.builder()
        .transferId(transferId)
        .amount("10.00")
        .transferMode("imps")
        .beneDetails(payee)
        .build();
  }

  private static String id(String name) {
    return name + "_" + Stage.RUN;
  }

  private static Transfers.GetResult statusOf(String transferId) {
    return Stage.client().build().transfers().get(Transfers.GetInput.builder().transferId(transferId).build());
  }

  /** So many calls at the same time, each in a thread of its own. */
  private static <T> List<T> concurrently(List<Callable<T>> calls) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> one : threads.invokeAll(calls)) results.add(one.get());
      return results;
    } finally {
      threads.shutdown();
    }
  }

  private static <T> List<Callable<T>> hundred(Callable<T> call) {
    return IntStream.range(0, 100).mapToObj(at -> call).toList();
  }

  @Test
  void aHundredConcurrentCallsWithATokenAboutToEndRenewItOnce() throws Exception {
    Stage.rule(Map.of("path", "authorize", "aheadSeconds", 570, "times", 1));
    Vitaran vitaran = byRoad().build();
    vitaran.tokens().verify();
    assertEquals(1, Stage.calls(AUTHORIZE));
    var input = Ifsc.GetInput.builder().ifsc("YESB0000262").build();
    concurrently(hundred(() -> vitaran.ifsc().get(input)));
    assertEquals(2, Stage.calls(AUTHORIZE));
    assertEquals(100, count("ifsc.get"));
  }

  @Test
  void aHundredConcurrentCallsWithATokenThatTheServerDoesNotTakeRenewItOnce() throws Exception {
    Stage.rule(Map.of("path", "getBalance", "badToken", true));
    Vitaran vitaran = byRoad().build();
    vitaran.tokens().verify();
    List<Balance.GetResult> answers = concurrently(hundred(() -> vitaran.balance().get()));
    assertEquals(100, answers.size());
    assertEquals(2, Stage.calls(AUTHORIZE));
    JsonObject subCodes = Stage.subCodes("/payout/v1.2/getBalance");
    assertEquals(100, subCodes.get("200").getAsInt());
    assertTrue(subCodes.get("403").getAsInt() >= 1);
  }

  @Test
  void anOrderWhoseAnswerIsLostIsAskedForAgainUnderTheSameIdAndMadeOnce() {
    Stage.rule(Map.of("path", "directTransfer", "lose", 2));
    Transfers.CreateDirectResult paid = byRoad().build().transfers().createDirect(order(id("lost_1")));
    assertEquals("SUCCESS", paid.status());
    assertTrue(paid.utr().matches("\\d{12}"));
    assertEquals(3, Stage.calls(DIRECT));
    assertEquals("{\"" + id("lost_1") + "\":1}", Stage.paid(id("lost_1")).toString());
  }

  @Test
  void withoutARepeatTheOutcomeIsUnknownAndTheStatusIsAskedForUnderTheSameId() {
    Stage.rule(Map.of("path", "directTransfer", "lose", 9));
    Transfers transfers = byRoad().retries(0).build().transfers();
    String id = id("lost_2");
    var error = assertThrows(OutcomeUnknownException.class, () -> transfers.createDirect(order(id)));
    assertTrue(error.outcomeUnknown());
    assertTrue(error.getMessage().contains("unknown, which is not failed"), error.getMessage());
    assertTrue(
        error.getMessage().contains("under the same transferId, " + id + ", with transfers.get"), error.getMessage());
    assertInstanceOf(ConnectionException.class, error.getCause());
    assertEquals("SUCCESS", statusOf(id).status());
  }

  @Test
  void anOrderThatIsNotAnsweredInTimeIsUnknownNotFailed() {
    Vitaran vitaran = byRoad().retries(0).timeout(Duration.ofSeconds(2)).build();
    vitaran.tokens().verify();
    Stage.rule(Map.of("path", "directTransfer", "holdMs", 6_000));
    String id = id("late");
    var error =
        assertThrows(
            OutcomeUnknownException.class, () -> vitaran.transfers().createDirect(order(id)));
    assertTrue(error.getMessage().contains("no answer within 2000 ms"), error.getMessage());
    assertEquals(id, statusOf(id).transferId());
  }

  @Test
  void aChangeWhoseAnswerIsLostIsNotRepeated() {
    Stage.rule(Map.of("path", "addBeneficiary", "lose", 9));
    Beneficiaries beneficiaries = byRoad().build().beneficiaries();
    var beneficiary =
        Beneficiaries.CreateInput.builder()
            .beneId(id("lost"))
            .name("Asha Rao")
            .phone("9876543210")
            .email("asha@rao.example")
            .vpa("lost" + Stage.RUN + "@upi")
            .build();
    var error = assertThrows(OutcomeUnknownException.class, () -> beneficiaries.create(beneficiary));
    assertTrue(error.getMessage().contains("with beneficiaries.get"), error.getMessage());
    assertEquals(1, count("beneficiaries.create"));
    var found = beneficiaries.get(Beneficiaries.GetInput.builder().beneId(id("lost")).build());
    assertEquals("lost" + Stage.RUN + "@upi", found.vpa());
  }

  @Test
  void whereNothingListensNothingWasSentAndTheOutcomeIsKnown() {
    Transfers transfers = byRoad().baseUrl("http://127.0.0.1:9").retries(1).build().transfers();
    var error = assertThrows(ConnectionException.class, () -> transfers.createDirect(order(id("never"))));
    assertFalse(error.outcomeUnknown());
    assertEquals(2, count("authorize"));
    assertEquals(0, count("transfers.createDirect"));
  }

  @Test
  void aWrongSecretIsToldWithTheServersWordsAndTheIdOfTheCall() {
    Balance balance = byRoad().clientSecret("wrong").build().balance();
    var error = assertThrows(AuthenticationException.class, balance::get);
    assertEquals("401", error.subCode());
    assertTrue(error.getMessage().contains("Invalid clientId and clientSecret combination"), error.getMessage());
    assertFalse(error.requestId().isEmpty());
  }

  @Test
  void errorsAreTheSameWhereEveryAnswerIsHttp200() {
    Transfers transfers = Stage.always200().build().transfers();
    var error = assertThrows(RefusedException.class, () -> transfers.createDirect(order("t 1")));
    assertEquals("422", error.subCode());
    assertEquals(200, error.httpStatus());
    assertFalse(error.outcomeUnknown());
  }

  @Test
  void theLogNamesCallsAndCarriesNoSecretNoTokenAndNoAccount() {
    Vitaran vitaran = byRoad().build();
    var input = Beneficiaries.FindInput.builder().bankAccount("000100289877623").ifsc("YESB0000262").build();
    assertThrows(NotFoundException.class, () -> vitaran.beneficiaries().find(input));
    assertEquals("404", entries.stream().reduce((one, next) -> next).orElseThrow().subCode());
    assertEquals(1, count("beneficiaries.find"));
    String said = entries.toString();
    assertFalse(said.contains(Stage.text("clientSecret")));
    assertFalse(said.contains("000100289877623"));
    // Ids of calls have 36 characters; a token has many more.
    assertFalse(said.matches("(?s).*[\\w.-]{40}.*"), said);
  }

  @Test
  void aServerKilledInTheMiddleOfOrdersMakesNoTransferTwiceAndLosesNoneThatItTook() throws Exception {
    Vitaran vitaran = byRoad().retries(12).build();
    vitaran.tokens().verify();
    Stage.rule(Map.of("path", "directTransfer", "killAfter", 3));
    Set<String> ids = new TreeSet<>(IntStream.range(0, 10).mapToObj(at -> id("killed") + "_" + at).toList());
    List<Callable<Transfers.CreateDirectResult>> orders = new ArrayList<>();
    for (String id : ids) orders.add(() -> vitaran.transfers().createDirect(order(id)));
    List<Transfers.CreateDirectResult> results = concurrently(orders);
    for (var result : results) assertTrue(result.status().matches("SUCCESS|PENDING"), result.toString());
    assertTrue(entries.stream().anyMatch(entry -> entry.error() != null), "calls were cut");
    Map<String, JsonElement> paid = Stage.paid(id("killed")).asMap();
    assertEquals(ids, new TreeSet<>(paid.keySet()));
    paid.forEach((id, times) -> assertTrue(times.getAsInt() <= 1, id + " was paid once"));
    var page = Transfers.ListInput.builder().maxReturn(100).build();
    List<String> listed =
        vitaran.transfers().list(page).stream().map(Transfers.ListItem::referenceId).collect(Collectors.toList());
    for (var result : results) {
      assertEquals(1, listed.stream().filter(result.referenceId()::equals).count(), "listed once");
    }
  }
}
