package pagemark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import pagemark.function.AuditHandler;
import pagemark.function.RebuildHandler;
import pagemark.function.RepairHandler;
import pagemark.function.Wiring;
import pagemark.index.IndexStore;
import pagemark.listing.json.Listings;
import pagemark.local.lambda.LocalFunction;
import pagemark.services.Services;
import pagemark.sync.StreamedTable;

/// CloudFormation, Lambda and Step Functions as far as commands with `--stack` call them, with the
/// real handlers on the index of a [NotesStack]. It takes signed requests only, and does not look
/// at their signatures.
final class StandInStack implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String STACK = "shop";
  private static final String OUTPUTS =
      """
      <DescribeStacksResponse><DescribeStacksResult><Stacks><member><Outputs>
      <member><OutputKey>AuditFunctionName</OutputKey><OutputValue>audit</OutputValue></member>
      <member><OutputKey>RepairFunctionName</OutputKey><OutputValue>repair</OutputValue></member>
      <member><OutputKey>RebuildArn</OutputKey><OutputValue>arn:rebuild</OutputValue></member>
      <member><OutputKey>TableName</OutputKey><OutputValue>notes</OutputValue></member>
      </Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>
      """;

  /// Every request that a function got.
  final List<JsonNode> requests = new CopyOnWriteArrayList<>();

  private final HttpServer server;
  private final IndexStore index;
  private final Map<String, LocalFunction> functions = new HashMap<>();

  StandInStack(NotesStack notes) {
    Services services = notes.services(Listings.parse(NotesStack.LISTINGS, Map.of()));
    index = services.index();
    StreamedTable table = StreamedTable.describe(services.dynamo(), "notes");
    Wiring wiring = new Wiring(services, table.name(), table.stream());
    add("audit", new AuditHandler(wiring));
    add("repair", RepairHandler.ofKnown(wiring));
    add("rebuild", new RebuildHandler(wiring));
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    server.start();
  }

  @SuppressWarnings("unchecked")
  private void add(String name, RequestHandler<Map<String, Object>, Map<String, Object>> handler) {
    Class<Map<String, Object>> map = (Class<Map<String, Object>>) (Class<?>) Map.class;
    LocalFunction.Settings settings =
        new LocalFunction.Settings(name, Duration.ofMinutes(15), line -> {});
    functions.put(name, LocalFunction.of(handler, map, map, settings));
  }

  /// The environment of a command that is to call this. The SDK takes its credentials from system
  /// properties, which the pom sets.
  Map<String, String> environment() {
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    return Map.of(
        "AWS_ENDPOINT_URL_CLOUDFORMATION",
        url,
        "AWS_ENDPOINT_URL_KMS",
        url,
        "AWS_ENDPOINT_URL_LAMBDA",
        url,
        "AWS_ENDPOINT_URL_SFN",
        url,
        "AWS_REGION",
        "eu-central-1");
  }

  private record Reply(int status, String body, boolean ofFailedFunction) {
    static Reply of(JsonNode body) {
      return new Reply(200, body.toString(), false);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      String signature = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
      Reply reply =
          signature.startsWith("AWS4-HMAC-SHA256 ")
              ? reply(exchange, body)
              : new Reply(403, "{\"message\": \"not signed\"}", false);
      if (reply.ofFailedFunction()) {
        exchange.getResponseHeaders().add("X-Amz-Function-Error", "Unhandled");
      }
      byte[] bytes = reply.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(reply.status(), bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private Reply reply(HttpExchange exchange, String body) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (path.startsWith("/2015-03-31/functions/")) {
      return invoked(Path.of(path).getName(2).toString(), JSON.readTree(body));
    }
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    if (target == null) {
      return outputs(body);
    }
    JsonNode request = JSON.readTree(body);
    return target.startsWith("TrentService") ? key(request) : execution(target, request);
  }

  /// A key is its manager's, as the ARN ends; any other is refused.
  private static Reply key(JsonNode request) {
    String who = request.path("KeyId").asText().replaceFirst(".*/", "").toUpperCase(Locale.ROOT);
    return Set.of("AWS", "CUSTOMER").contains(who)
        ? new Reply(200, "{\"KeyMetadata\": {\"KeyManager\": \"%s\"}}".formatted(who), false)
        : new Reply(400, "{\"__type\": \"AccessDeniedException\", \"message\": \"no\"}", false);
  }

  private Reply outputs(String form) {
    return form.endsWith("&StackName=" + STACK)
        ? new Reply(200, OUTPUTS, false)
        : new Reply(
            400,
            "<ErrorResponse><Error><Code>ValidationError</Code><Message>"
                + "Stack with id other does not exist</Message></Error></ErrorResponse>",
            false);
  }

  private Reply invoked(String function, JsonNode event) {
    requests.add(event);
    try {
      return Reply.of(requireNonNull(functions.get(function)).call(event));
    } catch (RuntimeException e) {
      return new Reply(
          200,
          JsonNodeFactory.instance
              .objectNode()
              .put("errorMessage", e.getMessage())
              .put("errorType", e.getClass().getName())
              .toString(),
          true);
    }
  }

  private Reply execution(String target, JsonNode request) throws IOException {
    if (target.equals("AWSStepFunctions.StartExecution")) {
      invoked("rebuild", JSON.readTree(request.path("input").asText()));
      return new Reply(200, "{\"executionArn\": \"arn:execution\"}", false);
    }
    boolean goesOn = request.path("executionArn").asText().equals("arn:execution");
    String output = goesOn ? "{\"started\": {\"ExecutionArn\": \"arn:next\"}}" : "{}";
    return Reply.of(
        JsonNodeFactory.instance.objectNode().put("status", "SUCCEEDED").put("output", output));
  }

  @Override
  public void close() {
    server.stop(0);
    index.close();
  }
}
