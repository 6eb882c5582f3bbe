package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.IndexException;
import pagemark.rebuild.RebuildException;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/// Checks which errors the state machine of rebuilds tries again, and for how long. Lambda names an
/// error by its class, so a subclass is another error.
final class RebuildRetryTest {
  /// Another try meets the same: a condition or an item's size does not change, and a table that is
  /// not there needs a person. The first class is abstract in effect, DynamoDB's client throws its
  /// subclasses.
  private static final Set<Class<?>> LASTING =
      Set.of(
          AwsServiceException.class,
          ConditionalCheckFailedException.class,
          IdempotentParameterMismatchException.class,
          ItemCollectionSizeLimitExceededException.class,
          ResourceNotFoundException.class);

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

  private static List<JsonNode> rules(String task, String error) {
    return task(task)
        .path("Retry")
        .valueStream()
        .filter(rule -> errors(rule).contains(error))
        .toList();
  }

  private static Set<String> errors(JsonNode rule) {
    return rule.path("ErrorEquals").valueStream().map(JsonNode::asText).collect(Collectors.toSet());
  }

  /// What the SDK's client declares for the calls that the function may make, and its time limits.
  private static Stream<Class<?>> ofDynamo() {
    Set<String> calls =
        DynamoCalls.BY_FUNCTION.getOrDefault(Template.REBUILD, Set.of()).stream()
            .map(call -> call.replaceFirst(".*:", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    calls.add("TransactWriteItems");
    return Stream.concat(
        Stream.of(ApiCallAttemptTimeoutException.class, ApiCallTimeoutException.class),
        Arrays.stream(DynamoDbClient.class.getMethods())
            .filter(method -> calls.stream().anyMatch(method.getName()::equalsIgnoreCase))
            .filter(RebuildRetryTest::takesRequest)
            .flatMap(method -> Arrays.stream(method.getExceptionTypes())));
  }

  private static boolean takesRequest(Method method) {
    return method.getParameterCount() == 1
        && AwsRequest.class.isAssignableFrom(method.getParameterTypes()[0]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Begin", "Segment", "Finish"})
  void everyErrorThatMayPassIsTriedAgainForMinutes(String task) {
    List<Class<?>> passing =
        Stream.concat(
                ofDynamo().filter(error -> !LASTING.contains(error)),
                Stream.of(RebuildException.class, IndexException.Unavailable.class))
            .distinct()
            .toList();
    assertTrue(passing.size() > 10, passing::toString);
    Set<String> names =
        new TreeSet<>(
            Set.of(
                "Lambda.AWSLambdaException",
                "Lambda.ClientExecutionTimeoutException",
                "Lambda.SdkClientException",
                "Lambda.ServiceException",
                "Lambda.TooManyRequestsException",
                "Lambda.Unknown",
                "Sandbox.Timedout",
                "States.Timeout"));
    passing.forEach(error -> names.add(error.getName()));
    for (String name : names) {
      List<JsonNode> rules = rules(task, name);
      assertEquals(1, rules.size(), name);
      assertEquals("FULL", rules.getFirst().path("JitterStrategy").asText());
      assertTrue(outlasts(rules.getFirst()).compareTo(THROTTLED_MAX) > 0, name);
    }
    assertEquals(names, new TreeSet<>(errors(rules(task, names.iterator().next()).getFirst())));
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
    JsonNode rule = rules(task, IndexException.Refused.class.getName()).getFirst();
    assertEquals(Duration.ofMinutes(1), outlasts(rule));
  }

  /// The API and the stream need some of the 10 invocations that a new account has.
  @Test
  void segmentsFitTheConcurrencyOfANewAccount() {

    JsonNode begin =
        Stack.of(Project.template(), Choices.OPEN)
            .properties("Rebuild")
            .path("Definition")
            .path("States")
            .path("Begin");
    assertTrue(begin.path("Parameters").path("segments").asInt() <= 10 / 2);
  }
}
