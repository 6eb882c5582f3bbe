package pagemark.local.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import pagemark.local.http.HttpFront.Request;
import pagemark.local.lambda.LocalFunction;

/// A front on a free port. It hands requests to a function, which keeps their events and answers as
/// a test says.
abstract class OpenFront {
  final List<APIGatewayV2HTTPEvent> events = Collections.synchronizedList(new ArrayList<>());

  final List<Request> requests = Collections.synchronizedList(new ArrayList<>());

  final List<String> log = Collections.synchronizedList(new ArrayList<>());
  final HttpClient client = HttpClient.newHttpClient();

  Function<APIGatewayV2HTTPEvent, @Nullable APIGatewayV2HTTPResponse> answer =
      event -> response(200, "{}");

  HttpFront front;

  @BeforeEach
  void start() throws IOException {
    front = HttpFront.bind(0);
    LocalFunction function =
        LocalFunction.of(
            (event, context) -> {
              events.add(event);
              return answer.apply(event);
            },
            APIGatewayV2HTTPEvent.class,
            APIGatewayV2HTTPResponse.class,
            new LocalFunction.Settings("api", Duration.ofSeconds(10), log::add));
    FunctionRoute route = new FunctionRoute(function, log::add);
    front.serve(
        request -> {
          requests.add(request);
          return route.answer(request);
        },
        log::add);
  }

  @AfterEach
  void stop() {
    front.close();
    client.close();
  }

  static APIGatewayV2HTTPResponse response(int status, String body) {
    return APIGatewayV2HTTPResponse.builder().withStatusCode(status).withBody(body).build();
  }

  HttpRequest.Builder request(String target) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front.port() + target))
        .header("User-Agent", "test/1");
  }

  HttpResponse<byte[]> get(String target) throws Exception {
    return client.send(request(target).build(), BodyHandlers.ofByteArray());
  }

  HttpResponse<byte[]> post(String type, byte[] body) throws Exception {
    return client.send(
        request("/")
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build(),
        BodyHandlers.ofByteArray());
  }

  String raw(String request) throws IOException {
    return raw(request, US_ASCII);
  }

  String raw(String request, Charset charset) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), front.port())) {
      socket.getOutputStream().write(request.getBytes(charset));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }
}
