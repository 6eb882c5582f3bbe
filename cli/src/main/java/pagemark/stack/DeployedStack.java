package pagemark.stack;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import pagemark.watch.SignedCalls;
import pagemark.watch.SignedCalls.CallException;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The functions and state machines of a deployed stack. Needs `cloudformation:DescribeStacks`,
/// `lambda:InvokeFunction`, `states:StartExecution` and `states:DescribeExecution`.
///
/// The AWS settings of the environment give credentials and region. As the SDKs do, it takes other
/// endpoints from `AWS_ENDPOINT_URL_CLOUDFORMATION`, `AWS_ENDPOINT_URL_LAMBDA` and the like.
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
    KMS("kms", "KMS"),
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
    SignedCalls calls = calls(environment);
    URI uri = Service.CLOUDFORMATION.endpoint(environment, calls.region());
    String answer =
        told(
            Service.CLOUDFORMATION,
            () -> calls.postForm("cloudformation", uri, Outputs.request(name)));
    return new DeployedStack(name, Outputs.of(answer), calls, environment);
  }

  private static SignedCalls calls(Map<String, String> environment) {
    String region = environment.getOrDefault("AWS_REGION", "");
    if (region.isEmpty()) {
      throw new AwsException("--stack needs a region: set AWS_REGION");
    }
    return new SignedCalls(
        UrlConnectionHttpClient.builder().socketTimeout(ANSWER_MAX).build(),
        DefaultCredentialsProvider.builder().build(),
        region);
  }

  /// Whether a key of KMS is the customer's, not one that AWS manages.
  ///
  /// @throws AwsException if it cannot be seen
  static boolean isOfCustomer(String keyArn, Map<String, String> environment) {
    SignedCalls calls = calls(environment);
    URI uri = Service.KMS.endpoint(environment, calls.region());
    Map<String, String> headers = headers("1.1", "TrentService.DescribeKey");
    JsonNode request = JsonNodeFactory.instance.objectNode().put("KeyId", keyArn);
    JsonNode answer = told(Service.KMS, () -> calls.post("kms", uri, headers, request));
    return answer.at("/KeyMetadata/KeyManager").asText().equals("CUSTOMER");
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
    Map<String, String> headers = headers("1.0", "AWSStepFunctions." + operation);
    return told(Service.SFN, () -> calls.post("states", endpoint(Service.SFN), headers, request));
  }

  private static Map<String, String> headers(String version, String target) {
    return Map.of("Content-Type", "application/x-amz-json-" + version, "X-Amz-Target", target);
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
    return service == Service.CLOUDFORMATION ? Outputs.error(e.body()) : e.reason();
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

  /// Reads the outputs of a stack from the answer of CloudFormation's DescribeStacks.
  static final class Outputs {
    private Outputs() {}

    /// The form that asks for a stack.
    static String request(String stack) {
      return "Action=DescribeStacks&Version=2010-05-15&StackName="
          + URLEncoder.encode(stack, UTF_8);
    }

    /// The outputs by name.
    ///
    /// @throws AwsException if this is no such answer
    static Map<String, String> of(String answer) {
      Map<String, String> outputs = new TreeMap<>();
      NodeList keys = parsed(answer).getElementsByTagName("OutputKey");
      for (int i = 0; i < keys.getLength(); i++) {
        if (keys.item(i).getParentNode() instanceof Element output) {
          String value = output.getElementsByTagName("OutputValue").item(0).getTextContent();
          outputs.put(keys.item(i).getTextContent(), value);
        }
      }
      return outputs;
    }

    /// The message of an error answer; the whole answer if it has none.
    static String error(String answer) {
      NodeList messages = parsed(answer).getElementsByTagName("Message");
      return messages.getLength() == 0 ? answer : messages.item(0).getTextContent();
    }

    private static Document parsed(String answer) {
      try {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(answer)));
      } catch (ParserConfigurationException | SAXException | IOException e) {
        throw new AwsException(
            "CloudFormation answers something that is not XML: " + e.getMessage());
      }
    }
  }

  /// AWS refused a call, or what it called failed. The message tells the user what is wrong.
  public static final class AwsException extends RuntimeException {
    AwsException(String message) {
      super(message);
    }
  }
}
