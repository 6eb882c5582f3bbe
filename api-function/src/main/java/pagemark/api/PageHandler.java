package pagemark.api;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import pagemark.api.Problem.ProblemException;
import pagemark.api.RequestLine.Failures;
import pagemark.api.front.FrontDoor;
import pagemark.api.front.Request;
import pagemark.pages.GroupQuery;
import pagemark.pages.Pages;
import pagemark.pages.error.PagesException;
import pagemark.pages.result.Bars;
import pagemark.pages.result.Cost;
import pagemark.pages.result.Facets;
import pagemark.pages.result.Items;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Start;
import pagemark.signal.LogLine;
import pagemark.snapshot.SnapshotHooks;

/// The Lambda function behind an HTTP API, a function URL, a REST API or a load balancer, or
/// invoked by AppSync, Step Functions or another function ([FrontDoor]).
///
/// | request | answer |
/// | --- | --- |
/// | `GET /{listing}/{group}`, `GET /{listing}?group=` | a page of items |
/// | `GET /{listing}/{group}/facets`, `GET /{listing}/facets?group=` | counts of filter values |
/// | `GET /{listing}/{group}?key=`, `GET /{listing}?key=` | items by their keys |
/// | `GET /openapi.json` | the API's description |
/// | `OPTIONS` of any path | the valid methods, for preflight requests |
/// | anything else | a problem |
///
/// A page costs one call of the index and one or two round trips to the table. Each request writes
/// one line to the log ([RequestLine]).
public final class PageHandler implements RequestStreamHandler {
  private static final int LAST_PAGE_TRIES = 4;
  private static final Duration PRIMING_MAX = Duration.ofSeconds(1);

  private final Pages pages;
  private final RequestReader requests;
  private final InstantSource clock;
  private final Settings settings;
  private final @Nullable String fault;
  private final AtomicBoolean hasWarned = new AtomicBoolean();

  /// Reads its settings from the environment; see [Environment].
  public PageHandler() {
    Environment environment = new Environment(System.getenv());
    Settings answers = environment.answers();
    Pages opened = environment.pages();
    this(opened, InstantSource.system(), answers, environment.fault(opened).orElse(null));
    SnapshotHooks.before(opened::disconnect);
    SnapshotHooks.before(this::prime);
    if (!environment.isStored()) {
      primeNow();
    }
  }

  /// @param pages stay open
  /// @param diagnostics whether answers report their plan, time and cost in headers
  public PageHandler(Pages pages, InstantSource clock, boolean diagnostics) {
    this(pages, clock, Settings.of(diagnostics));
  }

  PageHandler(Pages pages, InstantSource clock, Settings settings) {
    this(pages, clock, settings, null);
  }

  /// @param fault why no listing can be read; null if they can
  PageHandler(Pages pages, InstantSource clock, Settings settings, @Nullable String fault) {
    this.pages = pages;
    this.fault = fault;
    this.requests = new RequestReader(pages);
    this.clock = clock;
    this.settings = settings;
  }

  /// Answers a made-up request, so that the classes are loaded before the first real one, or before
  /// a SnapStart snapshot is taken.
  private void prime() {
    pages
        .warmUp()
        .ifPresent(page -> Answer.of(page, new LinkedHashMap<>(), null, Answer.Caller.NONE));
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

  /// @throws RuntimeException of [FrontDoor#write], if an invocation fails
  @Override
  public void handleRequest(InputStream event, OutputStream response, Context context)
      throws IOException {
    FrontDoor front = FrontDoor.of(EventJson.read(event));
    EventJson.write(front, logged(front, context), response);
  }

  private APIGatewayV2HTTPResponse logged(FrontDoor front, Context context) {
    Instant began = clock.instant();
    warn(context);
    RequestLine line = new RequestLine();
    APIGatewayV2HTTPResponse response = answer(front, line, began);
    line.write(response.getStatusCode(), began, clock.instant(), context);
    return response;
  }

  /// Writes what is wrong with the listings to the log, at the first request of each instance.
  private void warn(Context context) {
    if (!hasWarned.getAndSet(true)) {
      if (fault != null) {
        warn(fault, LogLevel.ERROR, context);
      }
      pages.warnings().forEach(warning -> warn(warning, LogLevel.WARN, context));
    }
  }

  private void warn(String message, LogLevel level, Context context) {
    LogLine line = new LogLine("listings").put("message", message);
    line.put("level", level.name()).put("requestId", context.getAwsRequestId());
    context.getLogger().log(line.bytes(context.getFunctionName(), clock.instant()), level);
  }

  private APIGatewayV2HTTPResponse answer(FrontDoor front, RequestLine line, Instant began) {
    try {
      Request request = front.request();
      APIGatewayV2HTTPResponse response = answer(front, request, line, began);
      if (request.method().equals("HEAD")) {
        response.setBody(null);
      }
      if (front.leavesCors()) {
        settings.cors().addTo(response, request);
      }
      return response;
    } catch (RuntimeException failure) {
      return failed(failure, line);
    }
  }

  private APIGatewayV2HTTPResponse answer(
      FrontDoor front, Request request, RequestLine line, Instant began) {
    try {
      return asked(front, request, line, began);
    } catch (RuntimeException failure) {
      return failed(failure, line);
    }
  }

  private static APIGatewayV2HTTPResponse failed(RuntimeException failure, RequestLine line) {
    Problem problem = Failures.problem(failure);
    line.failed(problem.status(), failure);
    return Answer.of(problem);
  }

  private APIGatewayV2HTTPResponse asked(
      FrontDoor front, Request given, RequestLine line, Instant began) {
    if (given.method().equals("OPTIONS")) {
      return Answer.ofMethods();
    }
    refuseOtherMethods(given.method());
    Request request = settings.base().within(given);
    ApiRequest read;
    try {
      if (!(RequestPath.of(request.path()) instanceof RequestPath.OfListing path)) {
        return Description.answer(request, pages.listings());
      }
      if (fault != null) {
        throw new ProblemException(Problem.otherTable());
      }
      read = requests.read(path, request);
    } catch (ProblemException | PagesException refused) {
      return refused(refused, request, line);
    }
    line.asked(read);
    return switch (read) {
      case ApiRequest.ForPage asked -> page(asked, caller(front, request), line, began);
      case ApiRequest.ForFacets asked -> facets(asked, line, began);
      case ApiRequest.ForItems asked -> items(asked, caller(front, request), line, began);
    };
  }

  /// The answer to a request that cannot be read, with the address that was probably meant.
  private APIGatewayV2HTTPResponse refused(
      RuntimeException refused, Request request, RequestLine line) {
    Problem problem = Failures.problem(refused);
    line.failed(problem.status(), refused);
    return Answer.of(
        problem.status() < 500
            ? MeantAddress.of(requests, request).map(problem::suggesting).orElse(problem)
            : problem);
  }

  private static Answer.Caller caller(FrontDoor front, Request request) {
    return new Answer.Caller(
        request.prefix(), request.header("if-none-match"), front.itemBytesMax());
  }

  private APIGatewayV2HTTPResponse page(
      ApiRequest.ForPage request, Answer.Caller caller, RequestLine line, Instant began) {
    Page page = read(request, Body.room(caller.itemBytesMax()));
    line.answered(page);
    return Answer.of(page, request.given(), since(began), caller);
  }

  /// Reads the page. Only the index knows the number of the last one, which may change meanwhile.
  private static Page read(ApiRequest.ForPage request, Room room) {
    GroupQuery query = request.query();
    boolean isLast = request.start().equals(ApiRequest.LAST_PAGE);
    Start start = isLast ? query.starts().page(Integer.MAX_VALUE) : request.start();
    for (int tries = 1; ; tries++) {
      try {
        return query.read(start, room);
      } catch (PagesException.PastEnd e) {
        if (!isLast || tries == LAST_PAGE_TRIES) {
          throw e;
        }
        start = query.starts().page(e.lastPage());
      }
    }
  }

  private APIGatewayV2HTTPResponse items(
      ApiRequest.ForItems request, Answer.Caller caller, RequestLine line, Instant began) {
    Items items = request.query().read(Body.room(caller.itemBytesMax()));
    line.answered(items);
    return Answer.of(items, since(began), caller);
  }

  private APIGatewayV2HTTPResponse facets(
      ApiRequest.ForFacets request, RequestLine line, Instant began) {
    Facets facets = request.query().facets();
    Optional<Bars> bars =
        request.bars() == 0
            ? Optional.empty()
            : Optional.of(request.query().bars(request.bars(), request.zone()));
    Cost cost = bars.map(counted -> facets.cost().plusIndex(counted.cost())).orElse(facets.cost());
    line.answered(facets, cost);
    return Answer.of(facets, bars, cost, since(began));
  }

  private @Nullable Duration since(Instant began) {
    return settings.diagnostics() ? Duration.between(began, clock.instant()) : null;
  }

  private static void refuseOtherMethods(String method) {
    if (!method.equals("GET") && !method.equals("HEAD")) {
      throw new ProblemException(Problem.method(method));
    }
  }

  /// How requests are answered, whatever they ask for.
  ///
  /// @param diagnostics whether answers report their plan, time and cost in headers
  record Settings(boolean diagnostics, BasePath base, Cors cors) {
    static Settings of(boolean diagnostics) {
      return new Settings(diagnostics, BasePath.NONE, Cors.NONE);
    }
  }
}
