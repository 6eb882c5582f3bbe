package pagemark.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;

/// Calls AWS with signed JSON over HTTP (Signature Version 4). The SDK's clients of these services
/// would be larger in the function's jar than all of Pagemark.
///
/// @param region the region's name, such as `eu-central-1`
public record SignedCalls(SdkHttpClient http, AwsCredentialsProvider credentials, String region) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final AwsV4HttpSigner SIGNER = AwsV4HttpSigner.create();

  /// A service refused a call, or the call failed.
  static final class CallException extends RuntimeException {
    private final String type;

    /// @param type the service's name of the error, never its message, which may quote data
    CallException(String service, int status, String type) {
      super("%s answers %d %s".formatted(service, status, type));
      this.type = type;
    }

    boolean is(String name) {
      return type.endsWith(name);
    }
  }

  /// Posts a JSON body and reads the JSON answer.
  ///
  /// @param service the service's name in signatures
  /// @throws CallException if the answer is an error
  /// @throws UncheckedIOException if there is no answer
  JsonNode post(String service, URI uri, Map<String, String> headers, JsonNode body) {
    try {
      byte[] bytes = JSON.writeValueAsBytes(body);
      SdkHttpRequest.Builder request = SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(uri);
      headers.forEach(request::putHeader);
      return answer(service, send(service, request.build(), bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("the call to " + service + " failed", e);
    }
  }

  private HttpExecuteResponse send(String service, SdkHttpRequest request, byte[] body)
      throws IOException {
    ContentStreamProvider payload = () -> new ByteArrayInputStream(body);
    SignedRequest signed =
        SIGNER.sign(
            sign ->
                sign.identity(credentials.resolveCredentials())
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

  /// Reads an answer. Lambda answers 200 with a header if the invoked function failed.
  private static JsonNode answer(String service, HttpExecuteResponse response) throws IOException {
    int status = response.httpResponse().statusCode();
    JsonNode body = body(response);
    if (status >= 300) {
      throw new CallException(service, status, body.path("__type").asText(""));
    }
    if (response.httpResponse().firstMatchingHeader("X-Amz-Function-Error").isPresent()) {
      throw new CallException(service, status, body.path("errorType").asText("FunctionError"));
    }
    return body;
  }

  private static JsonNode body(HttpExecuteResponse response) throws IOException {
    if (response.responseBody().isEmpty()) {
      return MissingNode.getInstance();
    }
    try (InputStream body = response.responseBody().get()) {
      return JSON.readTree(body);
    }
  }
}
