package pagemark.local;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import pagemark.api.PageHandler;
import pagemark.function.StreamSyncHandler;
import pagemark.local.data.LocalState;
import pagemark.local.lambda.FunctionSettings;
import pagemark.local.lambda.LocalFunction;
import pagemark.pages.Pages;
import pagemark.pages.PagesServices;
import pagemark.pages.cursor.CursorKeys;
import pagemark.services.Services;
import pagemark.sync.StreamSync;

/// The production handlers, wired to the servers on this machine.
///
/// @param state the opened `pagemark-state`, the listings and the servers
/// @param log takes the log of the functions
record LocalFunctions(LocalState state, Consumer<String> log) {
  /// Applies the records of the table's stream to the index.
  StreamSync consumer() {
    return state.wiring().sync(null);
  }

  LocalFunction<DynamodbEvent, StreamsEventResponse> sync(StreamSync consumer) {
    return LocalFunction.of(
        new StreamSyncHandler(consumer, state.services().keyHashes(), state.services().clock()),
        DynamodbEvent.class,
        StreamsEventResponse.class,
        new FunctionSettings("stream-sync", Duration.ofSeconds(60), log));
  }

  Pages pages() {
    Services services = state.services();
    return Pages.of(
        new PagesServices(
            services.listings(),
            services.dynamo(),
            services.state(),
            services.suspects(),
            services.index().reader(),
            Optional.of(CursorKeys.random()),
            services.clock()));
  }

  LocalFunction<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> api(Pages pages) {
    return LocalFunction.of(
        new PageHandler(pages, state.clock(), true),
        APIGatewayV2HTTPEvent.class,
        APIGatewayV2HTTPResponse.class,
        new FunctionSettings("api", Duration.ofSeconds(10), log));
  }
}
