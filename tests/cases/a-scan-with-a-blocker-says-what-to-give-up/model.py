import MinkowskiEngine as ME
import kaolin

net = ME.MinkowskiConvolution(3, 8, kernel_size=3, dimension=3)
print(kaolin.ops.mesh, net)
