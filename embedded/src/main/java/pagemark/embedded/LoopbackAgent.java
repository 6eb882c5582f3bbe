package pagemark.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/// Keeps DynamoDB Local, which listens on every interface and has no option for that, on loopback:
/// runs as a Java agent in its JVM and makes the connector of its web server, Jetty, name 127.0.0.1
/// as its host. This class travels alone, so it has no inner classes and uses no other of ours.
final class LoopbackAgent implements ClassFileTransformer {
  private static final String CONNECTOR = "org/eclipse/jetty/server/AbstractNetworkConnector";

  private final Path sign;

  private LoopbackAgent(Path sign) {
    this.sign = sign;
  }

  /// `sign` is the path of a file that is created once the connector has been rewritten; without it
  /// the server must be taken for open.
  public static void premain(String sign, Instrumentation instrumentation) {
    instrumentation.addTransformer(new LoopbackAgent(Path.of(sign)));
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    return CONNECTOR.equals(name) ? rewriteAndSign(bytes) : null;
  }

  /// The class with `String getHost()` answering 127.0.0.1; throws IllegalStateException where it
  /// has no such method.
  static byte[] rewrite(byte[] connector) {
    ClassModel model = ClassFile.of().parse(connector);
    if (model.methods().stream().noneMatch(LoopbackAgent::isGetHost)) {
      throw new IllegalStateException("No method String getHost()");
    }
    return ClassFile.of()
        .transformClass(
            model, ClassTransform.transformingMethods(LoopbackAgent::isGetHost, answerLoopback()));
  }

  private byte[] rewriteAndSign(byte[] connector) {
    try {
      byte[] rewritten = rewrite(connector);
      Files.createFile(sign);
      return rewritten;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isGetHost(MethodModel method) {
    return method.methodName().equalsString("getHost")
        && method.methodType().equalsString("()Ljava/lang/String;");
  }

  private static MethodTransform answerLoopback() {
    return (method, element) -> {
      if (element instanceof CodeModel) {
        method.withCode(code -> code.loadConstant("127.0.0.1").areturn());
      } else {
        method.with(element);
      }
    };
  }
}
