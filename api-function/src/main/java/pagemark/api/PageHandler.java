package pagemark.api;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import pagemark.pages.Pages;
import pagemark.pages.result.Facets;
import pagemark.pages.result.Page;
import pagemark.signal.LogLine;
import pagemark.snapshot.SnapshotHooks;

/// The Lambda function behind an HTTP API or a function URL (payload format 2.0).
///
/// | request | answer |
/// | --- | --- |
/// | `GET /{listing}/{group}`, `GET /{listing}?group=` | a page of items |
/// | `GET /{listing}/{group}/facets`, `GET /{listing}/facets?group=` | counts of filter values |
/// | `GET /openapi.json` | the API's description |
/// | `OPTIONS` of any path | the valid methods, for preflight requests |
/// | anything else | a problem |
///
/// A page costs one call of the index and one or two round trips to the table. Each request writes
/// one line to the log ([RequestLine]).
public final class PageHandler
    implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>,
        RequestStreamHandler {
  private static final Duration PRIMING_MAX = Duration.ofSeconds(1);

  private final Pages pages;
  private final RequestReader requests;
  private final InstantSource clock;
  private final boolean diagnostics;
  private final AtomicBoolean hasWarned = new AtomicBoolean();

  /// Reads its settings from the environment; see [Environment].
  public PageHandler() {
    this(new Environment(System.getenv()));
  }

  private PageHandler(Environment environment) {
    this(environment, environment.diagnostics());
  }

  private PageHandler(Environment environment, boolean diagnostics) {
    this(environment.pages(), InstantSource.system(), diagnostics);
    SnapshotHooks.before(pages::disconnect);
    SnapshotHooks.before(this::prime);
    if (!environment.isStored()) {
      primeNow();
    }
  }

  /// @param pages stay open
  /// @param diagnostics whether answers report their plan, time and cost in headers
  public PageHandler(Pages pages, InstantSource clock, boolean diagnostics) {
    this.pages = pages;
    this.requests = new RequestReader(pages);
    this.clock = clock;
    this.diagnostics = diagnostics;
  }

  /// Answers a made-up request, so that the classes are loaded before the first real one, or before
  /// a SnapStart snapshot is taken.
  private void prime() {
    pages.warmUp().ifPresent(page -> Answer.of(page, new LinkedHashMap<>(), null, null));
  }

  /// Primes a start without a snapshot, while Lambda grants more CPU than the function's memory
  /// buys. A server that hangs delays the start no longer than a second.
  private void primeNow() {
    Thread priming = Thread.ofPlatform().daemon().name("prime").start(this::prime);
    try {
      priming.join(PRIMING_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Lambda calls this method: it has more parameters than the other one of its name.
  @Override
  public void handleRequest(InputStream event, OutputStream response, Context context)
      throws IOException {
    EventJson.write(handleRequest(EventJson.read(event), context), response);
  }

  /// @param event null if it is not an object
  @Override
  public APIGatewayV2HTTPResponse handleRequest(
      @Nullable APIGatewayV2HTTPEvent event, Context context) {
    Instant began = clock.instant();
    warn(context);
    RequestLine line = new RequestLine();
    APIGatewayV2HTTPResponse response =
        event != null && RequestPath.isGiven(event)
            ? answer(event, line, began)
            : refusal(event, line);
    line.write(response.getStatusCode(), began, clock.instant(), context);
    return response;
  }

  /// Writes the warnings about the listings to the log, at the first request of each instance.
  private void warn(Context context) {
    if (!hasWarned.getAndSet(true)) {
      for (String warning : pages.warnings()) {
        LogLine line = new LogLine("listings").put("message", warning);
        line.put("level", LogLevel.WARN.name()).put("requestId", context.getAwsRequestId());
        context
            .getLogger()
            .log(line.bytes(context.getFunctionName(), clock.instant()), LogLevel.WARN);
      }
    }
  }

  private static APIGatewayV2HTTPResponse refusal(
      @Nullable APIGatewayV2HTTPEvent event, RequestLine line) {
    line.refused(Failures.otherFormat(event));
    return Answer.of(Problem.otherFormat());
  }

  private APIGatewayV2HTTPResponse answer(
      APIGatewayV2HTTPEvent event, RequestLine line, Instant began) {
    APIGatewayV2HTTPResponse response;
    try {
      response = asked(event, line, began);
    } catch (RuntimeException failure) {
      Problem problem = Failures.problem(failure);
      line.failed(problem.status(), failure);
      response = Answer.of(problem);
    }
    if (method(event).equals("HEAD")) {
      response.setBody(null);
    }
    return response;
  }

  private APIGatewayV2HTTPResponse asked(
      APIGatewayV2HTTPEvent event, RequestLine line, Instant began) {
    if (method(event).equals("OPTIONS")) {
      return Answer.ofMethods();
    }
    refuseOtherMethods(method(event));
    if (!(RequestPath.of(event) instanceof RequestPath.OfListing path)) {
      return Description.answer(event);
    }
    ApiRequest request = requests.read(path, event);
    line.asked(request);
    return switch (request) {
      case ApiRequest.ForPage asked -> page(asked, event, line, began);
      case ApiRequest.ForFacets asked -> facets(asked, line, began);
    };
  }

  private APIGatewayV2HTTPResponse page(
      ApiRequest.ForPage request, APIGatewayV2HTTPEvent event, RequestLine line, Instant began) {
    Page page = request.query().read(request.start(), Body.ROOM);
    line.answered(page);
    return Answer.of(page, request.given(), since(began), header(event, "if-none-match"));
  }

  private APIGatewayV2HTTPResponse facets(
      ApiRequest.ForFacets request, RequestLine line, Instant began) {
    Facets facets = request.query().facets();
    line.answered(facets);
    return Answer.of(facets, since(began));
  }

  /// @param name the header's name in lower case; API Gateway sends names so
  private static @Nullable String header(APIGatewayV2HTTPEvent event, String name) {
    return event.getHeaders() == null
        ? null
        : event.getHeaders().entrySet().stream()
            .filter(header -> header.getKey().toLowerCase(Locale.ROOT).equals(name))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(null);
  }

  private @Nullable Duration since(Instant began) {
    return diagnostics ? Duration.between(began, clock.instant()) : null;
  }

  private static String method(APIGatewayV2HTTPEvent event) {
    return event.getRequestContext().getHttp().getMethod();
  }

  private static void refuseOtherMethods(String method) {
    if (!method.equals("GET") && !method.equals("HEAD")) {
      throw new ProblemException(Problem.method(method));
    }
  }
}
