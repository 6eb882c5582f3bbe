package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.IndexException;
import pagemark.listing.json.InvalidListingsException;
import pagemark.rebuild.ConsumerBehindException;
import pagemark.rebuild.UnsafeIndexException;
import pagemark.state.RebuildHeldException;
import pagemark.state.rebuild.RebuildLostException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/// Checks which errors the state machine of rebuilds tries again, and for how long. Lambda names an
/// error by its class, so a subclass is another error.
final class RebuildRetryTest {
  /// They last until somebody does something: a condition or an item's size does not change, and a
  /// table that is not there needs a person.
  private static final Set<Class<?>> LASTING =
      Set.of(
          ConditionalCheckFailedException.class,
          IdempotentParameterMismatchException.class,
          ItemCollectionSizeLimitExceededException.class,
          ResourceNotFoundException.class,
          IllegalArgumentException.class,
          InvalidListingsException.class,
          ConsumerBehindException.class,
          RebuildLostException.class,
          UnsafeIndexException.class);

  private static final String HELD = RebuildHeldException.class.getName();
  private static final String REFUSED = IndexException.Refused.class.getName();
  private static final String ALL = "States.ALL";

  /// How long a table or a cache may be throttled before it has more capacity, with a margin.
  private static final Duration THROTTLED_MAX = Duration.ofMinutes(2);

  private static JsonNode task(String name) {
    JsonNode states =
        Stack.of(Project.template(), Choices.OPEN)
            .properties("Rebuild")
            .path("Definition")
            .path("States");
    return name.equals("Segment")
        ? states.path("Segments").path("ItemProcessor").path("States").path(name)
        : states.path(name);
  }

  private static Set<String> errors(String task, Predicate<JsonNode> rules) {
    return task(task)
        .path("Retry")
        .valueStream()
        .filter(rules)
        .flatMap(rule -> rule.path("ErrorEquals").valueStream())
        .map(JsonNode::asText)
        .collect(Collectors.toSet());
  }

  private static JsonNode rule(String task, String error) {
    return task(task)
        .path("Retry")
        .valueStream()
        .filter(rule -> rule.path("ErrorEquals").path(0).asText().equals(error))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isTriedAgain(JsonNode rule) {
    return rule.path("MaxAttempts").asInt() > 0;
  }

  /// Of the steps, only the first waits for the lease of another execution.
  @ParameterizedTest
  @ValueSource(strings = {"Begin", "Segment", "Finish"})
  void errorsThatLastAreNotTriedAgainAndAllOthersAreForMinutes(String task) {
    Set<String> lasting = LASTING.stream().map(Class::getName).collect(Collectors.toSet());
    Set<String> others = new HashSet<>(Set.of(REFUSED, ALL));
    (task.equals("Begin") ? others : lasting).add(HELD);
    assertEquals(lasting, errors(task, rule -> !isTriedAgain(rule)));
    assertEquals(others, errors(task, RebuildRetryTest::isTriedAgain));
    JsonNode all = rule(task, ALL);
    assertEquals("FULL", all.path("JitterStrategy").asText());
    assertTrue(outlasts(all).compareTo(THROTTLED_MAX) > 0);
  }

  private static Duration outlasts(JsonNode rule) {
    return IntStream.rangeClosed(1, rule.path("MaxAttempts").asInt())
        .mapToObj(tried -> StateMachine.delay(rule, tried))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /// A user or a right of the cache that was just made is not known everywhere at once.
  @ParameterizedTest
  @ValueSource(strings = {"Begin", "Segment", "Finish"})
  void aRefusedLoginIsTriedForAMinute(String task) {
    assertEquals(Duration.ofMinutes(1), outlasts(rule(task, REFUSED)));
  }
}
