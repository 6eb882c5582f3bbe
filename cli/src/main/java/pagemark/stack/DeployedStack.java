package pagemark.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import pagemark.watch.SignedCalls;
import pagemark.watch.SignedCalls.CallException;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The functions and state machines of a deployed stack. Needs `cloudformation:DescribeStacks`,
/// `lambda:InvokeFunction`, `states:StartExecution` and `states:DescribeExecution`.
///
/// The AWS settings of the environment give credentials and region. As the SDKs do, it takes other
/// endpoints from `AWS_ENDPOINT_URL_CLOUDFORMATION`, `AWS_ENDPOINT_URL_LAMBDA` and
/// `AWS_ENDPOINT_URL_SFN`.
///
/// @param outputs the stack's outputs by name
public record DeployedStack(
    String name, Map<String, String> outputs, SignedCalls calls, Map<String, String> environment) {
  /// The outputs that name the functions and the state machine of rebuilds.
  public static final String AUDIT = "AuditFunctionName";

  public static final String REPAIR = "RepairFunctionName";
  public static final String REBUILD = "RebuildArn";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// Longer than an invocation takes at most.
  private static final Duration ANSWER_MAX = Duration.ofMinutes(16);

  private enum Service {
    CLOUDFORMATION("cloudformation", "CloudFormation"),
    LAMBDA("lambda", "Lambda"),
    SFN("states", "Step Functions");

    private final String signed;
    private final String told;

    /// @param signed the name in signatures and addresses
    Service(String signed, String told) {
      this.signed = signed;
      this.told = told;
    }

    private URI endpoint(Map<String, String> environment, String region) {
      String given = environment.get("AWS_ENDPOINT_URL_" + name());
      String suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
      return URI.create(
          given == null ? "https://%s.%s.%s".formatted(signed, region, suffix) : given);
    }
  }

  /// An execution of a state machine.
  ///
  /// @param output of an execution that has succeeded; else missing
  /// @param cause why it has failed; else empty
  public record Execution(String arn, String status, JsonNode output, String cause) {
    public boolean isRunning() {
      return status.equals("RUNNING");
    }

    public boolean hasSucceeded() {
      return status.equals("SUCCEEDED");
    }

    /// The ARN of the execution that this one has started to go on with its work; empty if it has
    /// not.
    public String next() {
      return output.at("/started/ExecutionArn").asText();
    }
  }

  /// Finds a stack.
  ///
  /// @throws AwsException if there is none, or it cannot be reached
  public static DeployedStack find(String name, Map<String, String> environment) {
    String region = environment.getOrDefault("AWS_REGION", "");
    if (region.isEmpty()) {
      throw new AwsException("--stack needs a region: set AWS_REGION");
    }
    SignedCalls calls =
        new SignedCalls(
            UrlConnectionHttpClient.builder().socketTimeout(ANSWER_MAX).build(),
            DefaultCredentialsProvider.builder().build(),
            region);
    URI uri = Service.CLOUDFORMATION.endpoint(environment, region);
    String answer =
        told(
            Service.CLOUDFORMATION,
            () -> calls.postForm("cloudformation", uri, StackOutputs.request(name)));
    return new DeployedStack(name, StackOutputs.of(answer), calls, environment);
  }

  /// Invokes a function and waits for its answer, up to 16 minutes.
  ///
  /// @param output the output of the stack that names the function
  /// @throws AwsException with the function's own message if it fails
  public JsonNode invoke(String output, JsonNode event) {
    URI uri =
        endpoint(Service.LAMBDA)
            .resolve("/2015-03-31/functions/" + output(output) + "/invocations");
    Map<String, String> headers = Map.of("Content-Type", "application/json");
    return told(Service.LAMBDA, () -> calls.post("lambda", uri, headers, event));
  }

  /// Starts an execution of a state machine.
  ///
  /// @param output the output of the stack that has the machine's ARN
  /// @param execution its name, which is new
  /// @return the execution's ARN
  /// @throws AwsException if it cannot be started
  public String start(String output, String execution, JsonNode input) {
    JsonNode request =
        JsonNodeFactory.instance
            .objectNode()
            .put("stateMachineArn", output(output))
            .put("name", execution)
            .put("input", input.toString());
    return states("StartExecution", request).path("executionArn").asText();
  }

  /// @throws AwsException if it cannot be read
  public Execution execution(String arn) {
    JsonNode answer =
        states("DescribeExecution", JsonNodeFactory.instance.objectNode().put("executionArn", arn));
    return new Execution(
        arn,
        answer.path("status").asText(),
        json(answer.path("output").asText("null")),
        answer.path("cause").asText(answer.path("error").asText("")));
  }

  private JsonNode states(String operation, JsonNode request) {
    Map<String, String> headers =
        Map.of(
            "Content-Type",
            "application/x-amz-json-1.0",
            "X-Amz-Target",
            "AWSStepFunctions." + operation);
    return told(Service.SFN, () -> calls.post("states", endpoint(Service.SFN), headers, request));
  }

  private URI endpoint(Service service) {
    return service.endpoint(environment, calls.region());
  }

  private String output(String output) {
    String value = outputs.get(output);
    if (value == null) {
      throw new AwsException(
          "the stack %s has no output %s: it is no stack of Pagemark, or of an older release"
              .formatted(name, output));
    }
    return value;
  }

  /// Makes the failures of a call something that a user can read.
  private static <T> T told(Service service, Supplier<T> call) {
    try {
      return call.get();
    } catch (CallException e) {
      throw new AwsException("%s: %s".formatted(service.told, message(service, e)));
    } catch (UncheckedIOException e) {
      throw new AwsException(
          "%s cannot be reached: %s".formatted(service.told, reason(e.getCause())));
    } catch (SdkClientException e) {
      throw new AwsException(
          "AWS cannot be used: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
  }

  private static String reason(@Nullable Throwable cause) {
    return cause == null ? "no reason given" : String.valueOf(cause.getMessage());
  }

  private static String message(Service service, CallException e) {
    return service == Service.CLOUDFORMATION ? StackOutputs.error(e.body()) : e.reason();
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return JsonNodeFactory.instance.objectNode().put("message", text);
    }
  }

  /// A name for a new execution, or for an audit that takes several invocations.
  public static String newName() {
    return "pagemark-" + UUID.randomUUID();
  }
}
