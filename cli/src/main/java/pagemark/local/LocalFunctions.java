package pagemark.local;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Duration;
import java.util.function.Consumer;
import pagemark.api.PageHandler;
import pagemark.api.Wiring;
import pagemark.index.IndexSettings;
import pagemark.local.lambda.FunctionSettings;
import pagemark.local.lambda.LocalFunction;
import pagemark.repair.ConsistentItems;
import pagemark.repair.Freshness;
import pagemark.state.CachedGenerations;
import pagemark.state.Generations;
import pagemark.sync.StreamSyncHandler;
import pagemark.sync.SyncSetup;

/// The production handlers, wired to the servers of this machine.
///
/// @param state the opened `pagemark-state`, the listings and the servers
/// @param shown the generations that the API may see
/// @param log takes what the functions log
record LocalFunctions(LocalState state, Generations shown, Consumer<String> log) {

  LocalFunction<DynamodbEvent, StreamsEventResponse> sync() {
    SyncSetup setup =
        new SyncSetup(
            state.table().name(),
            state.table().stream(),
            state.listings(),
            new CachedGenerations(state.items(), state.clock()),
            state.index().store().writer(),
            state.items(),
            new ConsistentItems(state.database().dynamo(), state.table().name()),
            Freshness.DEFAULT.with(IndexSettings.DEFAULT),
            state.clock());
    return LocalFunction.of(
        new StreamSyncHandler(setup),
        DynamodbEvent.class,
        StreamsEventResponse.class,
        new FunctionSettings("stream-sync", Duration.ofSeconds(60), log));
  }

  LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> api() {
    Wiring wiring =
        new Wiring(
            state.listings(),
            state.database().dynamo(),
            shown,
            state.suspects(),
            state.index().store().reader(),
            state.clock(),
            true);
    return LocalFunction.of(
        new PageHandler(wiring),
        APIGatewayV2HTTPEvent.class,
        APIGatewayV2HTTPResponse.class,
        new FunctionSettings("api", Duration.ofSeconds(10), log));
  }
}
