package pagemark.local.pump;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import pagemark.local.lambda.LocalFunction;

/// Calls the stream function in this process.
record FunctionInvoker(LocalFunction<DynamodbEvent, StreamsEventResponse> function)
    implements Invoker {
  @Override
  public JsonNode invoke(List<StreamRecord> batch) {
    return function.call(StreamEventJson.event(batch));
  }
}
