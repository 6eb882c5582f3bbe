package pagemark.api;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.pages.Pages;
import pagemark.pages.result.Page;
import pagemark.pages.result.Page.Diagnosis;
import pagemark.snapshot.SnapshotHooks;

/// The Lambda function behind an HTTP API or a function URL (payload format 2.0).
///
/// | request | answer |
/// | --- | --- |
/// | `GET /{listing}/{group}`, `GET /{listing}?group=` | a page of items |
/// | `GET /{listing}/{group}/facets`, `GET /{listing}/facets?group=` | counts of filter values |
/// | `GET /openapi.json` | the API's description |
/// | anything else | a problem |
///
/// A page costs one call of the index and one or two round trips to the table. Failures with a
/// status of 500 or more write one line to the log.
public final class PageHandler
    implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
  private final Pages pages;
  private final RequestReader requests;
  private final InstantSource clock;
  private final boolean diagnostics;

  /// Reads its settings from the environment; see [Environment].
  public PageHandler() {
    this(new Environment(System.getenv()));
    SnapshotHooks.before(pages::disconnect);
    SnapshotHooks.before(this::prime);
  }

  private PageHandler(Environment environment) {
    this(environment, environment.diagnostics());
  }

  private PageHandler(Environment environment, boolean diagnostics) {
    this(environment.pages(), InstantSource.system(), diagnostics);
  }

  /// @param pages stay open
  /// @param diagnostics whether answers report their plan, time and cost in headers
  public PageHandler(Pages pages, InstantSource clock, boolean diagnostics) {
    this.pages = pages;
    this.requests = new RequestReader(pages);
    this.clock = clock;
    this.diagnostics = diagnostics;
  }

  /// Answers a made-up request before a SnapStart snapshot is taken, so that the snapshot holds the
  /// loaded classes.
  private void prime() {
    pages.warmUp().ifPresent(page -> Answer.of(page, new LinkedHashMap<>(), null, null));
  }

  @Override
  public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
    if (!RequestPath.isGiven(event)) {
      context.getLogger().log(Failures.otherFormat(event), LogLevel.ERROR);
      return Answer.of(Problem.otherFormat());
    }
    APIGatewayV2HTTPResponse response = answer(event, context);
    if (method(event).equals("HEAD")) {
      response.setBody(null);
    }
    return response;
  }

  private APIGatewayV2HTTPResponse answer(APIGatewayV2HTTPEvent event, Context context) {
    Instant began = clock.instant();
    String listing = "unknown";
    try {
      refuseOtherMethods(method(event));
      RequestPath path = RequestPath.of(event);
      if (!(path instanceof RequestPath.OfListing asked)) {
        return Description.answer(event);
      }
      ApiRequest request = requests.read(asked, event);
      listing = request.scope().listing().name();
      return switch (request) {
        case ApiRequest.ForPage page -> page(page, event, began, context.getLogger());
        case ApiRequest.ForFacets facets -> Answer.of(facets.query().facets(), since(began));
      };
    } catch (RuntimeException failure) {
      Problem problem = Failures.problem(failure);
      if (problem.status() >= 500) {
        String line = Failures.line(problem.status(), listing, failure);
        context.getLogger().log(line, LogLevel.ERROR);
      }
      return Answer.of(problem);
    }
  }

  private APIGatewayV2HTTPResponse page(
      ApiRequest.ForPage request, APIGatewayV2HTTPEvent event, Instant began, LambdaLogger log) {
    Page page = request.query().read(request.start());
    logDiagnosis(page.scope().listing().name(), page.diagnosis(), log);
    return Answer.of(page, request.given(), since(began), header(event, "if-none-match"));
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

  private static void logDiagnosis(String listing, Diagnosis diagnosis, LambdaLogger log) {
    diagnosis
        .indexFailure()
        .ifPresent(failure -> log.log(Failures.unindexed(listing, failure), LogLevel.WARN));
    if (diagnosis.filed() > 0 || diagnosis.filingFailure().isPresent()) {
      log.log(Failures.filed(listing, diagnosis), LogLevel.WARN);
    }
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
