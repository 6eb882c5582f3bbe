package pagemark.simulation;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import java.util.function.BiFunction;
import pagemark.function.StreamSyncHandler;
import pagemark.index.PageIndexWriter;
import pagemark.index.Turns;
import pagemark.index.Turns.Crash;
import pagemark.index.Witnesses;
import pagemark.services.TestContext;
import pagemark.simulation.Faults.Fault;
import pagemark.sync.TableModel;

/// The stream's function, with one process at a time. An invocation that is killed may end the
/// process too, with all that it remembers.
final class SimulatedFunction {
  private record Instance(PageIndexWriter index, StreamSyncHandler handler) {}

  private final Turns scheduler;
  private final Faults faults;
  private final SimulatedIndex network;
  private final BiFunction<PageIndexWriter, String, StreamSyncHandler> handlers;
  private String arn = TableModel.STREAM;
  private Instance process;

  /// @param handlers makes a process' handler from its writer and the ARN of its stream
  SimulatedFunction(
      Turns scheduler,
      Faults faults,
      SimulatedIndex network,
      BiFunction<PageIndexWriter, String, StreamSyncHandler> handlers) {
    this.scheduler = scheduler;
    this.faults = faults;
    this.network = network;
    this.handlers = handlers;
    this.process = start();
  }

  private Instance start() {
    PageIndexWriter index = network.other();
    return new Instance(index, handlers.apply(index, arn));
  }

  /// Follows another stream from now on.
  void deploy(String arn) {
    this.arn = arn;
    process = start();
  }

  /// The witnesses that the process remembers.
  Witnesses witnesses() {
    return process.index().witnesses().orElseThrow();
  }

  /// @throws Crash if the invocation is killed
  StreamsEventResponse handle(DynamodbEvent event) {
    try {
      return process.handler().handleRequest(event, new TestContext());
    } catch (Crash e) {
      if (faults.happens(Fault.PROCESS_DIED, 2)) {
        process = start();
      }
      throw e;
    } finally {
      scheduler.revive();
    }
  }
}
