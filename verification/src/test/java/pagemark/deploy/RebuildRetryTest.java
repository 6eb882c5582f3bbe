package pagemark.deploy;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
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

  /// A user or a right of the cache that was just made is not known everywhere at once.
  private static final String REFUSED = IndexException.Refused.class.getName();

  private static final String ALL = "States.ALL";

  /// How long a table or a cache may be throttled before it has more capacity, with a margin.
  private static final Duration THROTTLED_MAX = Duration.ofMinutes(2);

  /// All steps wait a minute for the lease of another execution.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/States/Begin",
        "/States/Segments/ItemProcessor/States/Segment",
        "/States/Finish"
      })
  void errorsThatLastAreNotTriedAgainAndAllOthersAreForMinutes(String task) {
    Map<String, JsonNode> rules = new TreeMap<>();
    for (JsonNode rule :
        Stack.of(Project.template(), Choices.OPEN).definition("Rebuild").at(task).path("Retry")) {
      rule.path("ErrorEquals").forEach(error -> rules.putIfAbsent(error.asText(), rule));
    }
    Set<String> lasting = LASTING.stream().map(Class::getName).collect(toCollection(TreeSet::new));
    assertEquals(lasting, ofAttempts(rules, attempts -> attempts == 0));
    assertEquals(Set.of(HELD, REFUSED, ALL), ofAttempts(rules, attempts -> attempts > 0));
    for (String minute : List.of(HELD, REFUSED)) {
      assertEquals(Duration.ofMinutes(1), outlasts(requireNonNull(rules.get(minute))));
    }
    JsonNode all = requireNonNull(rules.get(ALL));
    assertEquals("FULL", all.path("JitterStrategy").asText());
    assertTrue(outlasts(all).compareTo(THROTTLED_MAX) > 0);
  }

  private static Set<String> ofAttempts(Map<String, JsonNode> rules, IntPredicate attempts) {
    Set<String> errors = new TreeSet<>(rules.keySet());
    rules.forEach(
        (error, rule) -> {
          if (!attempts.test(rule.path("MaxAttempts").asInt())) {
            errors.remove(error);
          }
        });
    return errors;
  }

  private static Duration outlasts(JsonNode rule) {
    return IntStream.rangeClosed(1, rule.path("MaxAttempts").asInt())
        .mapToObj(tried -> StateMachine.delay(rule, tried))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
