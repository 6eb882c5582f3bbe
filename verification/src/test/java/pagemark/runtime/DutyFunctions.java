package pagemark.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import pagemark.api.PageHandler;
import pagemark.function.AuditHandler;
import pagemark.function.RebuildHandler;
import pagemark.function.RepairHandler;
import pagemark.function.StreamSyncHandler;
import pagemark.function.StreamWatchHandler;
import pagemark.function.Wiring;
import pagemark.local.lambda.LocalFunction;
import pagemark.pages.Pages;
import pagemark.pages.PagesServices;
import pagemark.pages.cursor.CursorKeys;
import pagemark.services.Services;
import pagemark.services.TestContext;
import pagemark.watch.EventSink;
import pagemark.watch.SignedCalls;
import pagemark.watch.SignedStream;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The functions of the template on real servers, in this process. Each is named as in the
/// template, and all that they log is kept.
final class DutyFunctions {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final PageHandler api;
  private final StreamSyncHandler sync;
  private final RepairHandler repair;
  private final AuditHandler audit;
  private final RebuildHandler rebuild;
  private final StreamWatchHandler watch;
  private final Map<String, List<String>> logged = new HashMap<>();

  DutyFunctions(Services services, String table, String stream) {
    this.api =
        new PageHandler(
            Pages.of(
                new PagesServices(
                    services.listings(),
                    services.dynamo(),
                    services.state(),
                    services.suspects(),
                    services.index().reader(),
                    Optional.of(CursorKeys.random()),
                    services.clock())),
            services.clock(),
            true);
    Wiring wiring = new Wiring(services, table, stream);
    this.sync = new StreamSyncHandler(wiring.sync(null), services.keyHashes(), services.clock());
    this.repair = RepairHandler.ofKnown(wiring);
    this.audit = new AuditHandler(wiring);
    this.rebuild = new RebuildHandler(wiring);
    this.watch = wiring.watch(unreachable(stream), new EventSink(event -> event));
  }

  /// The tests do not let the watch read the stream.
  private static SignedStream unreachable(String stream) {
    SignedCalls calls =
        new SignedCalls(
            UrlConnectionHttpClient.create(), AnonymousCredentialsProvider.create(), "local");
    return new SignedStream(calls, URI.create("http://127.0.0.1:1"), stream);
  }

  APIGatewayV2HTTPResponse api(String event) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    return run(
        "ApiFunction",
        context -> {
          try {
            api.handleRequest(new ByteArrayInputStream(event.getBytes(UTF_8)), answer, context);
            return parsed(answer.toString(UTF_8), APIGatewayV2HTTPResponse.class);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  int sync(String event) {
    DynamodbEvent parsed = parsed(event, DynamodbEvent.class);
    return run("StreamSyncFunction", context -> sync.handleRequest(parsed, context))
        .getBatchItemFailures()
        .size();
  }

  void repair() {
    run("RepairFunction", context -> repair.handleRequest(Map.of(), context));
  }

  Map<String, Object> audit(Map<String, Object> event) {
    return run("AuditFunction", context -> audit.handleRequest(event, context));
  }

  Map<String, Object> rebuild(Map<String, Object> event) {
    return run("RebuildFunction", context -> rebuild.handleRequest(event, context));
  }

  void watch(Map<String, Object> event) {
    run("StreamWatchFunction", context -> watch.handleRequest(event, context));
  }

  private <T> T run(String function, Function<TestContext, T> call) {
    TestContext context = new TestContext(function);
    context.remainingMillis = 600_000;
    try {
      return call.apply(context);
    } finally {
      logged.computeIfAbsent(function, _ -> new ArrayList<>()).addAll(context.lines);
    }
  }

  private static <T> T parsed(String event, Class<T> type) {
    return LocalFunction.serializer(type, DutyFunctions.class.getClassLoader()).fromJson(event);
  }

  /// The lines of a function that are objects. Others are put into objects by Lambda's runtime.
  List<JsonNode> objects(String function) {
    List<JsonNode> objects = new ArrayList<>();
    for (String line : logged.getOrDefault(function, List.of())) {
      if (line.startsWith("{")) {
        try {
          objects.add(JSON.readTree(line));
        } catch (IOException e) {
          throw new AssertionError(line, e);
        }
      }
    }
    return objects;
  }

  /// Everything that was logged since the last call.
  List<String> takeAll() {
    List<String> all = logged.values().stream().flatMap(List::stream).toList();
    logged.clear();
    return all;
  }
}
