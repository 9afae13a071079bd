import { transforms } from 'vega-dataflow';
import * as geo from 'vega-geo';
import * as regression from 'vega-regression';
import * as voronoi from 'vega-voronoi';

Object.assign(transforms, geo, regression, voronoi);
