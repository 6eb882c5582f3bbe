package pagemark.cli.option;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.check.TableEndpoint;
import pagemark.check.TableQuestions;
import pagemark.local.data.LocalDatabase;
import picocli.CommandLine.Option;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// The option `--dynamodb-endpoint`: the address of DynamoDB. Without it, the AWS settings of the
/// environment decide.
public final class DynamodbOption {
  private static final String AWS = "aws";
  private static final String LOCAL =
      "; for the tables of a local stack, add --dynamodb-endpoint with the URL that it prints";

  @Option(
      names = "--dynamodb-endpoint",
      paramLabel = "aws|URL",
      description =
          "The URL that `local` prints. Default, or `aws`: the AWS settings of the environment.")
  private @Nullable String given;

  public boolean isGiven() {
    return given != null;
  }

  /// Makes a client. A server on loopback needs no credentials in the environment.
  ///
  /// @throws CommandException if the option is not such a URL, or the environment names no region
  public DynamoDbClient client(Map<String, String> environment) {
    try {
      return tableEndpoint(environment).client();
    } catch (SdkClientException e) {
      throw new CommandException(TableQuestions.AwsFailure.told(e) + (given == null ? LOCAL : ""));
    }
  }

  /// The endpoint for a client that only reads.
  ///
  /// @throws CommandException if the option is not such a URL
  public TableEndpoint tableEndpoint(Map<String, String> environment) {
    return tableEndpoint(given == null ? AWS : given, environment);
  }

  /// @param given as the option takes it
  public static TableEndpoint tableEndpoint(String given, Map<String, String> environment) {
    if (isAws(given)) {
      return TableEndpoint.AWS;
    }
    URI uri = endpoint(given);
    if (!isLoopback(uri)) {
      return new TableEndpoint(uri, null, null);
    }
    String region = environment.get("AWS_REGION");
    return new TableEndpoint(
        uri,
        region == null ? LocalDatabase.REGION : Region.of(region),
        environment.containsKey("AWS_ACCESS_KEY_ID") ? null : LocalDatabase.CREDENTIALS);
  }

  /// The option as it was typed; empty if it was not.
  public String typed() {
    return given == null ? "" : " --dynamodb-endpoint " + given;
  }

  /// The option for a command of `aws`; empty if it needs none.
  String typedForAws() {
    return isAws(text()) ? "" : " --endpoint-url " + given;
  }

  /// The place of the table, for messages.
  String where() {
    return isAws(text()) ? "in AWS" : "at " + text();
  }

  /// The option as it was given.
  public String text() {
    return given == null ? AWS : given;
  }

  /// Whether the DynamoDB is one that costs money, for all that the option says.
  public boolean costs() {
    return given == null || isAws(given) || !isLoopback(endpoint(given));
  }

  /// Whether the option names the endpoint of the environment's AWS settings.
  private static boolean isAws(String given) {
    return given.equals(AWS);
  }

  /// @throws CommandException if `text` is not an HTTP URL
  private static URI endpoint(String text) {
    try {
      URI uri = new URI(text);
      if (uri.getHost() != null && String.valueOf(uri.getScheme()).matches("https?")) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // It is refused below, with the same message.
    }
    throw new CommandException(
        "--dynamodb-endpoint is %s. Valid values: aws, or a URL such as http://localhost:8000"
            .formatted(text));
  }

  private static boolean isLoopback(URI endpoint) {
    String host = endpoint.getHost();
    return host.equals("localhost") || (host.matches("[0-9.]+|\\[.*]") && isLoopbackAddress(host));
  }

  private static boolean isLoopbackAddress(String literal) {
    try {
      return InetAddress.ofLiteral(literal.replaceAll("[\\[\\]]", "")).isLoopbackAddress();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
