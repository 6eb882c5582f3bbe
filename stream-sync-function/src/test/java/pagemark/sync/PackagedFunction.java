package pagemark.sync;

import java.nio.file.Files;
import java.nio.file.Path;
import pagemark.function.StreamSyncHandler;
import pagemark.services.TestContext;

/// Runs the packaged function like the Lambda runtime: makes the handler from the environment,
/// passes it the event in a file, and writes its answer and its log.
final class PackagedFunction {
  private PackagedFunction() {}

  public static void main(String[] args) throws Exception {
    StreamSyncHandler handler = new StreamSyncHandler();
    TestContext context = new TestContext();
    var answer = handler.handleRequest(EventJson.read(Files.readString(Path.of(args[0]))), context);
    System.out.println(EventJson.write(answer));
    context.lines.forEach(System.out::println);
  }
}
