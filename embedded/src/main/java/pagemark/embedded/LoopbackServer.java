package pagemark.embedded;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/// The main class of the JVM that runs DynamoDB Local. That server listens on every interface, and
/// has no option for it: here its connectors get 127.0.0.1 as their host before it starts.
///
/// This class is on the class path with DynamoDB Local's jars alone, so it uses the JDK only. It
/// ends the JVM if this version of the server is made of other parts.
final class LoopbackServer {
  static final String REFUSAL = "this version of DynamoDB Local cannot be kept on loopback";
  private static final String RUNNER = "software.amazon.dynamodb.services.local.main.ServerRunner";

  private LoopbackServer() {}

  /// @param arguments as DynamoDB Local takes them
  public static void main(String[] arguments) {
    try {
      Object local =
          requireNonNull(
              Class.forName(RUNNER)
                  .getMethod("createServerFromCommandLineArgs", String[].class)
                  .invoke(null, (Object) arguments));
      Field jetty = local.getClass().getDeclaredField("server");
      jetty.setAccessible(true);
      Object server = requireNonNull(jetty.get(local));
      Method listed = server.getClass().getMethod("getConnectors");
      Object[] connectors = requireNonNull((Object[]) listed.invoke(server));
      if (connectors.length == 0) {
        throw new IllegalStateException("it has no connector before it starts");
      }
      for (Object connector : connectors) {
        connector.getClass().getMethod("setHost", String.class).invoke(connector, Ports.HOST);
      }
      local.getClass().getMethod("start").invoke(local);
    } catch (InvocationTargetException e) {
      e.printStackTrace();
      System.exit(1);
    } catch (ReflectiveOperationException | RuntimeException e) {
      System.err.println(REFUSAL + ": " + e);
      System.exit(1);
    }
  }
}
