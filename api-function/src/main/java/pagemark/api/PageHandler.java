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
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.snapshot.SnapshotHooks;
import pagemark.state.CachedGenerations;

/// The Lambda function behind an HTTP API or a function URL (payload format 2.0).
///
/// | request | answer |
/// | --- | --- |
/// | `GET /{listing}/{group}`, `GET /{listing}?group=` | a page of items |
/// | `GET /{listing}/{group}/facets`, `GET /{listing}/facets?group=` | counts of filter values |
/// | `GET /openapi.json` | the API's description |
/// | anything else | a problem |
///
/// A page costs one call of the index and one or two round trips to the table. The package
/// description lists the steps. Failures with a status of 500 or more write one line to the log.
public final class PageHandler
    implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
  private final Cursors cursors;
  private final RequestReader requests;
  private final PageReader pages;
  private final FacetsReader facets;
  private final SuspectFiling suspects;
  private final InstantSource clock;
  private final boolean diagnostics;

  /// Reads its settings from the environment; see [Wiring#of].
  public PageHandler() {
    this(Wiring.of(System.getenv()));
    SnapshotHooks.before(this::prime);
  }

  public PageHandler(Wiring wiring) {
    this.cursors = new Cursors(wiring.cursorKeys(), wiring.clock());
    this.requests = new RequestReader(wiring.listings(), cursors);
    ServingIndex index =
        new ServingIndex(
            new CachedGenerations(wiring.generations(), wiring.clock()),
            new Circuit(wiring.index(), wiring.clock()));
    this.pages = new PageReader(index, new DynamoTableReader(wiring.dynamo()), wiring.clock());
    this.facets = new FacetsReader(index, wiring.clock());
    this.suspects = new SuspectFiling(wiring.suspects(), wiring.clock());
    this.clock = wiring.clock();
    this.diagnostics = wiring.diagnostics();
  }

  /// Answers a made-up request before a SnapStart snapshot is taken, so that the snapshot holds the
  /// loaded classes. The result does not matter, and reading a page changes nothing.
  private void prime() {
    try {
      Answer.of(pages.read(requests.any()), cursors, null, null);
    } catch (RuntimeException e) {
      // the first real request reports the failure if it lasts
    }
  }

  @Override
  public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
    if (!RequestPath.isGiven(event)) {
      context.getLogger().log(Failures.otherFormat(event), LogLevel.ERROR);
      return Answer.of(Problem.otherFormat());
    }
    APIGatewayV2HTTPResponse response = answer(event, context);
    if (isHead(event)) {
      response.setBody(null);
    }
    return response;
  }

  private APIGatewayV2HTTPResponse answer(APIGatewayV2HTTPEvent event, Context context) {
    Instant began = clock.instant();
    String listing = "unknown";
    try {
      if (Description.isAskedFor(event)) {
        return Description.answer(event);
      }
      ApiRequest asked = requests.read(event);
      listing = asked.listing().name();
      return switch (asked) {
        case PageRequest request -> page(request, event, began, context.getLogger());
        case FacetsRequest request -> Answer.of(request, facets.read(request), since(began));
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
      PageRequest request, APIGatewayV2HTTPEvent event, Instant began, LambdaLogger log) {
    Page page = pages.read(request);
    APIGatewayV2HTTPResponse response =
        Answer.of(page, cursors, since(began), header(event, "if-none-match"));
    noteUnindexed(page, log);
    file(page, log);
    return response;
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

  private static void noteUnindexed(Page page, LambdaLogger log) {
    IndexException failure = page.unindexed();
    if (failure != null) {
      log.log(Failures.unindexed(page.request().listing().name(), failure), LogLevel.WARN);
    }
  }

  private void file(Page page, LambdaLogger log) {
    SuspectFiling.Filed filed = suspects.file(page.suspects());
    if (filed.count() > 0 || filed.failure() != null) {
      log.log(Failures.filed(page, filed), LogLevel.WARN);
    }
  }

  private static boolean isHead(APIGatewayV2HTTPEvent event) {
    return event.getRequestContext().getHttp().getMethod().equals("HEAD");
  }
}
