package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import pagemark.index.IndexException;
import pagemark.listing.json.InvalidListingsException;
import pagemark.rebuild.ConsumerBehindException;
import pagemark.rebuild.RebuildException;
import pagemark.rebuild.UnsafeIndexException;
import pagemark.state.rebuild.RebuildLostException;
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

  /// The rule that meets an error: the first that names it, or all.
  private static JsonNode rule(String task, String error) {
    return task(task)
        .path("Retry")
        .valueStream()
        .filter(rule -> errors(rule).contains(error) || errors(rule).contains("States.ALL"))
        .findFirst()
        .orElseThrow();
  }

  private static Set<String> errors(JsonNode rule) {
    return rule.path("ErrorEquals").valueStream().map(JsonNode::asText).collect(Collectors.toSet());
  }

  /// What the SDK's client declares for the calls that the function may make, and its time limits.
  private static Stream<Class<?>> ofDynamo() {
    Set<String> calls =
        ReachableCalls.of(Project.template().properties(Template.REBUILD)).stream()
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
                "Runtime.ExitError",
                "Sandbox.Timedout",
                "States.Timeout",
                "java.lang.OutOfMemoryError"));
    passing.forEach(error -> names.add(error.getName()));
    for (String name : names) {
      JsonNode rule = rule(task, name);
      assertEquals("FULL", rule.path("JitterStrategy").asText(), name);
      assertTrue(outlasts(rule).compareTo(THROTTLED_MAX) > 0, name);
    }
  }

  /// They last until somebody does something.
  @ParameterizedTest
  @ValueSource(strings = {"Begin", "Segment", "Finish"})
  void noErrorThatLastsIsTriedAgain(String task) {
    Set<Class<?>> lasting =
        new HashSet<>(
            Set.of(
                IllegalArgumentException.class,
                InvalidListingsException.class,
                ConsumerBehindException.class,
                RebuildLostException.class,
                UnsafeIndexException.class));
    LASTING.stream().filter(error -> error != AwsServiceException.class).forEach(lasting::add);
    for (Class<?> error : lasting) {
      assertEquals(0, rule(task, error.getName()).path("MaxAttempts").asInt(), error::getName);
    }
    for (JsonNode rule : task(task).path("Retry")) {
      errors(rule).stream()
          .filter(name -> !name.equals("States.ALL"))
          .forEach(name -> assertDoesNotThrow(() -> Class.forName(name)));
    }
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
    JsonNode rule = rule(task, IndexException.Refused.class.getName());
    assertEquals(Duration.ofMinutes(1), outlasts(rule));
  }
}
