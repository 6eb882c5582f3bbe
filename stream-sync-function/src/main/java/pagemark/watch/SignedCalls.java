package pagemark.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;

/// Calls AWS over HTTP with signed requests (Signature Version 4). The SDK's clients of Lambda,
/// CloudFormation and Step Functions would be larger in the jars than all of Pagemark.
///
/// @param region the region's name, such as `eu-central-1`
public record SignedCalls(
    SdkHttpClient http,
    IdentityProvider<? extends AwsCredentialsIdentity> credentials,
    String region) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final AwsV4HttpSigner SIGNER = AwsV4HttpSigner.create();

  /// An answer that is no error.
  private record Answer(String body, boolean ofFailedFunction) {}

  /// A service refused a call, or the function that it invoked failed.
  public static final class CallException extends RuntimeException {
    private final int status;
    private final String type;
    private final String body;

    /// @param type the service's name of the error, never its message, which may quote data
    CallException(String service, int status, String type, String body) {
      super("%s answers %d %s".formatted(service, status, type));
      this.status = status;
      this.type = type;
      this.body = body;
    }

    int status() {
      return status;
    }

    /// The error's name without its namespace, such as `ExpiredIteratorException`.
    public String code() {
      return type.substring(type.lastIndexOf('#') + 1);
    }

    /// The service's or the function's own message. It may quote data, as [#body].
    public String reason() {
      try {
        JsonNode answer = json(body);
        for (String field : new String[] {"errorMessage", "message", "Message"}) {
          if (answer.path(field).isTextual()) {
            return answer.path(field).textValue();
          }
        }
        return String.valueOf(getMessage());
      } catch (IOException e) {
        return body;
      }
    }

    /// The answer. It may quote data, so it is for people, and not for logs.
    public String body() {
      return body;
    }
  }

  /// Posts a JSON body and reads the JSON answer.
  ///
  /// @param service the service's name in signatures
  /// @throws CallException if the answer is an error
  /// @throws UncheckedIOException if there is no answer
  public JsonNode post(String service, URI uri, Map<String, String> headers, JsonNode body) {
    try {
      Answer answer = answer(service, uri, headers, JSON.writeValueAsBytes(body));
      JsonNode read = json(answer.body());
      if (answer.ofFailedFunction()) {
        String type = read.path("errorType").asText("FunctionError");
        throw new CallException(service, 200, type, answer.body());
      }
      return read;
    } catch (IOException e) {
      throw new UncheckedIOException("the call to " + service + " failed", e);
    }
  }

  /// Posts a form and reads the answer's text.
  ///
  /// @param form encoded fields
  /// @throws CallException if the answer is an error
  /// @throws UncheckedIOException if there is no answer
  public String postForm(String service, URI uri, String form) {
    Map<String, String> headers =
        Map.of("Content-Type", "application/x-www-form-urlencoded; charset=utf-8");
    try {
      return answer(service, uri, headers, form.getBytes(UTF_8)).body();
    } catch (IOException e) {
      throw new UncheckedIOException("the call to " + service + " failed", e);
    }
  }

  private Answer answer(String service, URI uri, Map<String, String> headers, byte[] body)
      throws IOException {
    SdkHttpRequest.Builder request = SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(uri);
    headers.forEach(request::putHeader);
    HttpExecuteResponse response = send(service, request.build(), body);
    int status = response.httpResponse().statusCode();
    String answer = body(response);
    if (status >= 300) {
      throw new CallException(service, status, type(answer), answer);
    }
    // Lambda answers 200 with this header if the invoked function failed.
    return new Answer(
        answer, response.httpResponse().firstMatchingHeader("X-Amz-Function-Error").isPresent());
  }

  private HttpExecuteResponse send(String service, SdkHttpRequest request, byte[] body)
      throws IOException {
    ContentStreamProvider payload = () -> new ByteArrayInputStream(body);
    SignedRequest signed =
        SIGNER.sign(
            sign ->
                sign.identity(credentials.resolveIdentity().join())
                    .request(request)
                    .payload(payload)
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                    .putProperty(AwsV4HttpSigner.REGION_NAME, region));
    return http.prepareRequest(
            HttpExecuteRequest.builder()
                .request(signed.request())
                .contentStreamProvider(payload)
                .build())
        .call();
  }

  private static String body(HttpExecuteResponse response) throws IOException {
    if (response.responseBody().isEmpty()) {
      return "";
    }
    try (InputStream body = response.responseBody().get()) {
      return new String(body.readAllBytes(), UTF_8);
    }
  }

  private static JsonNode json(String body) throws IOException {
    return body.isEmpty() ? MissingNode.getInstance() : JSON.readTree(body);
  }

  /// The error's name in a JSON answer; empty if the answer is none.
  private static String type(String answer) {
    try {
      return json(answer).path("__type").asText("");
    } catch (IOException e) {
      return "";
    }
  }
}
